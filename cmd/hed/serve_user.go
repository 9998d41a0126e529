package main

import (
	"context"
	"errors"
	"fmt"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"hed/cmd/hed/internal/cli"
	"hed/store/shelf"
	web "hed/web/workbench"
	"hed/workbench"
)

// A serveUser is what the commands of "hed serve user" share.
type serveUser struct {
	*cli.App
	benchPlace
	role, heir, name, scope string
}

func serveUserCmd(a *cli.App) *cobra.Command {
	return cli.Group(&cobra.Command{
		Use:   "user COMMAND",
		Short: "say who may use the workbench",
		Long: `Say who may use the workbench. With the first user, who must be an admin, it is
no longer one person's: everybody signs in, and sees their own projects and
those that others share with them. The first user gets the projects that are
there.

The roles, each of which includes those before it:

  read   look at projects that others share
  run    make projects, upload files, run evaluations and studies
  admin  see who did what, and use files of the server

All of it works while the workbench is served.`,
		Example: `  hed serve user add ann --role admin
  pass show bob | hed serve user add bob
  hed serve user token bob --name ci --scope run
  hed serve user remove bob --heir ann`,
	}, "has no command", userAddCmd(a), userListCmd(a), userPasswordCmd(a), userTokenCmd(a), userRemoveCmd(a))
}

// command makes a command about a user, or about all if it takes no name. The audit log says what it
// did; "" for nothing.
func (u *serveUser) command(cmd *cobra.Command, did string, do func(ctx context.Context, s *shelf.Shelf, name string) error) *cobra.Command {
	if cmd.Args == nil {
		cmd.Args = cobra.ExactArgs(1)
	}
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		name := ""
		if len(args) > 0 {
			name = args[0]
		}
		s, err := u.open(cmd.Context(), u.App)
		if err != nil {
			return err
		}
		err = do(cmd.Context(), s, name)
		if errors.Is(err, shelf.ErrNone) {
			err = fmt.Errorf("there is no such user, or token of theirs; 'hed serve user list' shows them")
		}
		if err == nil && did != "" {
			err = s.Note(cmd.Context(), shelf.Deed{At: time.Now(), Account: byCommand, What: did, Kind: "user", Name: name})
		}
		return errors.Join(err, s.Close())
	}
	u.flags(cmd)
	return cmd
}

func userAddCmd(a *cli.App) *cobra.Command {
	u := &serveUser{App: a}
	cmd := u.command(&cobra.Command{
		Use:   "add NAME",
		Short: "let somebody in",
		Long: `Add a user. The password is asked for on a terminal, and otherwise read from
stdin, one line.`,
		Example: `  hed serve user add ann --role admin
  pass show bob | hed serve user add bob`,
	}, "added", func(ctx context.Context, s *shelf.Shelf, name string) error {
		password, err := a.Password(ctx)
		if err != nil {
			return err
		}
		if err := web.AddUser(ctx, s, name, workbench.Scope(u.role), password, time.Now()); err != nil {
			return err
		}
		a.Note("%s may sign in", name)
		return nil
	})
	cmd.Flags().StringVar(&u.role, "role", "run", "`ROLE`: read, run or admin")
	cli.Only(cmd, "role")
	return cmd
}

func userListCmd(a *cli.App) *cobra.Command {
	u := &serveUser{App: a}
	return u.command(&cobra.Command{
		Use:     "list",
		Short:   "list users and their tokens",
		Long:    "List all users with their roles and tokens. Tokens themselves cannot be shown\nagain.",
		Example: `  hed serve user list`,
		Args:    cobra.NoArgs,
	}, "", func(ctx context.Context, s *shelf.Shelf, _ string) error {
		users, err := s.Accounts(ctx)
		if err != nil {
			return err
		}
		w := tabwriter.NewWriter(a.Stdout, 0, 0, 2, ' ', 0)
		fmt.Fprintln(w, "user\trole\ttoken\tscope\tgood until")
		for _, one := range users {
			fmt.Fprintf(w, "%s\t%s\n", one.Name, one.Scope)
			tokens, err := s.Tokens(ctx, one.Name)
			if err != nil {
				return err
			}
			for _, t := range tokens {
				fmt.Fprintf(w, "%s\t\t%s\t%s\t%s\n", one.Name, t.Name, t.Scope, t.Ends.Format(time.DateOnly))
			}
		}
		return w.Flush()
	})
}

func userPasswordCmd(a *cli.App) *cobra.Command {
	u := &serveUser{App: a}
	return u.command(&cobra.Command{
		Use:     "password NAME",
		Short:   "give somebody another password",
		Long:    "Give a user another password, which is asked for or read from stdin. Their\nsessions end; their tokens stay.",
		Example: `  hed serve user password bob`,
	}, "changed the password of", func(ctx context.Context, s *shelf.Shelf, name string) error {
		password, err := a.Password(ctx)
		if err != nil {
			return err
		}
		return web.SetPassword(ctx, s, name, password)
	})
}

func userTokenCmd(a *cli.App) *cobra.Command {
	u := &serveUser{App: a}
	remove := false
	cmd := u.command(&cobra.Command{
		Use:   "token NAME",
		Short: "make a token for a program",
		Long: `Make a token with which a program does what a user may do, for a year, and print
it once; only its hash is kept. Programs send it as
"Authorization: Bearer TOKEN", and 'hed eval --server' takes it from HED_TOKEN.`,
		Example: `  hed serve user token bob --name ci --scope run
  hed serve user token bob --name ci --remove`,
	}, "changed the tokens of", func(ctx context.Context, s *shelf.Shelf, name string) error {
		if remove {
			return s.RemoveToken(ctx, name, u.name)
		}
		token, err := web.AddToken(ctx, s, name, u.name, workbench.Scope(u.scope), time.Now())
		if err == nil {
			fmt.Fprintln(a.Stdout, token)
		}
		return err
	})
	f := cmd.Flags()
	f.StringVar(&u.name, "name", "", "`NAME`: what the token is called, so that you find it again")
	f.StringVar(&u.scope, "scope", "read", "`SCOPE`: what the token may do: read, run or admin")
	f.BoolVar(&remove, "remove", false, "take the token of this name away instead")
	cli.Only(cmd, "name", "scope", "remove")
	return cmd
}

func userRemoveCmd(a *cli.App) *cobra.Command {
	u := &serveUser{App: a}
	cmd := u.command(&cobra.Command{
		Use:     "remove NAME",
		Short:   "take somebody's account away",
		Long:    "Take a user away, with their tokens and sessions. Their projects become those\nof --heir.",
		Example: `  hed serve user remove bob --heir ann`,
	}, "removed", func(ctx context.Context, s *shelf.Shelf, name string) error {
		err := s.RemoveAccount(ctx, name, u.heir)
		if errors.Is(err, shelf.ErrHeir) {
			return fmt.Errorf("%s has projects; say with --heir whose they become", name)
		}
		return err
	})
	cmd.Flags().StringVar(&u.heir, "heir", "", "`NAME`: user who gets the projects")
	cli.Only(cmd, "heir")
	return cmd
}
