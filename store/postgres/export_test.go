package postgres

import "time"

func init() { patience = 3 * time.Minute }
