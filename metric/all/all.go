// Package all lists every metric that hed has. Adding a metric is adding
// its folder and one line here.
package all

import (
	"hed/metric"
	"hed/metric/bertscore"
	"hed/metric/bleu"
	"hed/metric/chrf"
	"hed/metric/divergence"
	"hed/metric/embedding"
	"hed/metric/fluency"
	"hed/metric/lsi"
	"hed/metric/moverscore"
	"hed/metric/numacc"
	"hed/metric/numsupport"
	"hed/metric/readability"
	"hed/metric/rouge"
	"hed/metric/sbert"
	"hed/metric/style"
	"hed/metric/topic"
	"hed/metric/wmd"
	"hed/neural/embed"
)

// Default is what is scored unless the user says otherwise.
const Default = "rouge,readability"

// Metrics is every metric, and the groups of them; networks run on one core.
var Metrics = With("", embed.New(embed.Processor(1), ""))

// With is Metrics with a folder where metrics may keep files that they read in
// a form that is read quickly, "" to keep nothing, and with models for those that
// run networks.
func With(cache string, models *embed.Models) *metric.Set {
	return metric.NewSet(
		[]metric.Info{
			rouge.Info,
			bleu.Info,
			chrf.Info,
			divergence.KL,
			divergence.JS,
			topic.Info,
			lsi.Info,
			embedding.With(cache),
			readability.Info,
			fluency.Info,
			numacc.Info,
			numsupport.Info,
			bertscore.With(models),
			moverscore.With(models),
			wmd.With(models),
			sbert.With(models),
			style.With(models),
		},
		[]metric.Group{
			{
				Name: "hevas", Doc: "the 17 columns of HEvAS (Litvak et al. 2019), tables 1 and 2",
				Specs: informative + ",readability", Labels: labels,
			},
			{
				Name: "informativeness", Doc: "the 12 columns of HEvAS's table 1",
				Specs: informative, Labels: labels[:12],
			},
			{
				Name: "numhg", Doc: "the columns of NumHG's result table (Huang et al. 2024), with the settings of its script; ROUGE-L is ROUGE-Lsum there",
				Specs: "numacc,rouge:profile=numeval,bertscore:model=roberta-large+baseline=en,moverscore:model=distilbert-base-uncased",
				Labels: []string{
					"Num Acc. Overall", "Num Acc. Copy", "Num Acc. Reasoning",
					"ROUGE-1 P", "ROUGE-1 R", "ROUGE-1", "ROUGE-2 P", "ROUGE-2 R", "ROUGE-2", "ROUGE-L P", "ROUGE-L R", "ROUGE-L",
					"BERTScore P", "BERTScore R", "BERTScore F1", "MoverScore",
				},
			},
			{
				Name: "all", Doc: "every metric that the inputs allow, except those that need a model of yours",
				Specs: "rouge,bleu,chrf,kl,js,lda,lsi,we,readability,fluency,numacc,numsupport,bertscore,moverscore,wmd,sbert,style", Possible: true,
			},
		},
	)
}

const informative = "rouge:profile=hevas,kl,lda,lsi,we"

// labels are what the tables of HEvAS call the columns.
var labels = []string{
	"R-1", "R-2", "R-SU", "R-WSU", "KL-C", "KL-S", "TM-C", "TM-S", "LSA-C", "LSA-S", "WE-C", "WE-S",
	"PNR", "NR", "PR", "Fog", "AWL",
}
