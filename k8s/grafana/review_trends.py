"""The dashboard of people who own code health: what reviews find, and whether it helps."""

from dashboards import dashboard, gateway_variable, panel, query_variable, table

REPOSITORY = 'repository=~"$repository"'
FOUND = f'{REPOSITORY},severity=~"$severity"'
FINDINGS = "allreview_repository_findings_total"
REVIEWS = "allreview_reviews_total"
CPU = "allreview_repository_cpu_seconds_total"
# States of files that a review must read.
REVIEWABLE = "reviewed|unsupported|not_fetched|timed_out|over_budget"


def over(metric, labels, window, by=""):
    by = f" by ({by})" if by else ""
    return f"sum{by} (increase({metric}{{{labels}}}[{window}]))"


def share(part, whole):
    """`part` is 0 where it has no series yet; nothing where `whole` is 0."""
    return f"({part} or vector(0)) / ({whole} > 0)"


def times(histogram):
    """Median and 90th percentile."""
    return [(f"histogram_quantile({q}, sum by (le) "
             f"(rate({histogram}_bucket{{{REPOSITORY}}}[$__rate_interval])))", f"p{int(q * 100)}")
            for q in (0.5, 0.9)]


def summary():
    window = "$__range"
    return [
        panel("Reviews", "Reviews that ended in the time shown.",
              (over(REVIEWS, REPOSITORY, window), ""), kind="stat", width=4, height=4, decimals=0),
        panel("Blocked", "Share of reviews with a P0 or P1.",
              (share(over(REVIEWS, REPOSITORY + ',conclusion="blocked"', window),
                     over(REVIEWS, REPOSITORY, window)), ""),
              unit="percentunit", kind="stat", width=4, height=4, decimals=1,
              thresholds=[(0.2, "orange"), (0.4, "red")]),
        panel("Findings per 1k lines", "Findings shown to authors for each 1,000 changed lines.",
              ("1000 * " + share(over(FINDINGS, FOUND, window),
                                 over("allreview_changed_lines_total", REPOSITORY, window)), ""),
              kind="stat", width=4, height=4, decimals=1),
        panel("Coverage", "Share of the files that must be reviewed and were. Data, generated and "
              "binary files need no review.",
              (share(over("allreview_files_total", REPOSITORY + ',state="reviewed"', window),
                     over("allreview_files_total", f'{REPOSITORY},state=~"{REVIEWABLE}"', window)),
               ""),
              unit="percentunit", kind="stat", width=4, height=4, decimals=1),
        panel("Fixed", "Findings that were gone in a later push, for each new one.",
              (share(over("allreview_finding_novelty_total", REPOSITORY + ',novelty="fixed"',
                          window),
                     over("allreview_finding_novelty_total", REPOSITORY + ',novelty="new"',
                          window)), ""),
              unit="percentunit", kind="stat", width=4, height=4, decimals=1),
        panel("Not useful", "Votes against findings, for each finding that people were shown. Above "
              "10 % a rule goes on probation.",
              (share(over("allreview_repository_votes_total",
                          REPOSITORY + ',vote="not_useful"', window),
                     over("allreview_repository_impressions_total", REPOSITORY, window)), ""),
              unit="percentunit", kind="stat", width=4, height=4, decimals=1,
              thresholds=[(0.05, "orange"), (0.1, "red")]),
    ]


def findings():
    per_review = (f'{over(FINDINGS, REPOSITORY + ",severity=~" + chr(34) + "p0|p1" + chr(34), "$__interval", "severity")}'
                  f" / on () group_left () ({over(REVIEWS, REPOSITORY, '$__interval')} > 0)")
    per_lines = (f"1000 * {over(FINDINGS, FOUND, '1d', 'repository')}"
                 f" / ({over('allreview_changed_lines_total', REPOSITORY, '1d', 'repository')} > 0)")
    return [
        panel("Findings by severity", "What authors were shown. P0 and P1 block a merge.",
              (over(FINDINGS, FOUND, "$__interval", "severity"), "{{severity}}"),
              width=12, stacked=True, bars=True),
        panel("Findings by pillar", "What the findings are about.",
              (over(FINDINGS, FOUND, "$__interval", "pillar"), "{{pillar}}"),
              width=12, stacked=True, bars=True),
        panel("P0 and P1 per review", "How many blocking findings a review has on average.",
              (per_review, "{{severity}}"), width=12, decimals=2),
        panel("Findings per 1k changed lines", "By repository, over the last day at each point.",
              (per_lines, "{{repository}}"), width=12, decimals=1),
    ]


def usefulness():
    shown = 'shown=~"full|folded|unspecified",severity=~"$severity"'
    suggestions = "allreview_suggestions_total"
    return [
        panel("Top rules", "Rules with the most findings in the time shown, all repositories.",
              (f"topk(15, {over('allreview_findings_total', shown, '$__range', 'rule')} > 0)",
               "{{rule}}"), kind="bargauge", width=12, height=11, decimals=0,
              link=("Reviews with it", "/?rule=${__field.labels.rule}")),
        table("Votes against rules", "Share of a rule's shown findings that people called not "
              "useful, over seven days. Above 10 % of at least 20 it goes on probation.",
              ("topk(20, rule:allreview_not_useful:ratio7d)", "{{rule}}"),
              unit="percentunit", width=8, height=11, decimals=1,
              thresholds=[(0.05, "orange"), (0.1, "red")],
              link=("What people say of it", "/rules/${__data.fields.rule}")),
        table("On probation", "Rules whose findings are counted here and shown nowhere else, with "
              "the number of organisations.",
              ("sum by (rule) (max by (rule) (allreview_rules_on_probation)) > 0", "{{rule}}"),
              width=4, height=11, decimals=0,
              link=("What people say of it", "/rules/${__data.fields.rule}")),
        panel("New, persisting, fixed", "Findings that people were shown: for the first time, before and "
              "still there, and gone. What was counted but withheld before is new here when it is shown.",
              (over("allreview_finding_novelty_total", REPOSITORY, "$__interval", "novelty"),
               "{{novelty}}"), width=12, stacked=True, bars=True),
        panel("Time to first review", "From opening a pull request to its first review.",
              times("allreview_time_to_first_review_seconds"),
              unit="s", width=12, thresholds=[(900, "red")]),
        panel("Time to fix", "From the review that showed a finding first to the one that misses "
              "it.", times("allreview_time_to_fix_seconds"), unit="s", width=12),
        panel("Suggestions", "Suggested edits in comments, and those that a later push took as "
              "they were.",
              (over(suggestions, REPOSITORY, "$__interval", "result"), "{{result}}"), width=12,
              bars=True),
        panel("Votes", "What people and merges say of findings.",
              (over("allreview_repository_votes_total", REPOSITORY, "$__interval", "vote"),
               "{{vote}}"),
              width=12, stacked=True, bars=True),
        panel("Measured arithmetic", "Verdicts of numerics on changed tensor expressions.",
              ("sum by (verdict) (increase(allreview_numerics_verdicts_total[$__interval]))",
               "{{verdict}}"), width=12, stacked=True, bars=True),
    ]


def coverage():
    return [
        panel("Reviews by conclusion", "\"incomplete\": something that must be reviewed was not.",
              (over(REVIEWS, REPOSITORY, "$__interval", "conclusion"), "{{conclusion}}"),
              width=12, stacked=True, bars=True,
              link=("These reviews", "/?conclusion=${__field.labels.conclusion}")),
        panel("Files by state", "What became of each changed file; the ledger of every review.",
              (over("allreview_files_total", REPOSITORY, "$__interval", "state"), "{{state}}"),
              width=12, stacked=True, bars=True),
        panel("Changed lines reviewed", "Added and deleted lines of reviewed changes.",
              (over("allreview_changed_lines_total", REPOSITORY, "$__interval", "repository"),
               "{{repository}}"), width=8, stacked=True, bars=True),
        panel("Reviews by trigger", "Who asked: a push, a comment or button, or an API.",
              (over("allreview_review_requests_total", REPOSITORY, "$__interval", "trigger"),
               "{{trigger}}"), width=8, stacked=True, bars=True),
        panel("Repositories", "With a review in the last seven days, and ever.",
              [("max(allreview_active_repositories)", "active"),
               ("max(allreview_known_repositories)", "known")], width=8, decimals=0),
    ]


def cost():
    """What reviews take, and how it grows with what they read."""
    reviews = over(REVIEWS, REPOSITORY, "1d", "repository")
    all_reviews = "sum(increase(allreview_reviews_total[1d]))"
    return [
        panel("Time per review", "In the pipeline, by repository, over the last day at each point.",
              (f"{over('allreview_repository_review_seconds_total', REPOSITORY, '1d', 'repository')}"
               f" / ({reviews} > 0)", "{{repository}}"), unit="s", width=8, decimals=1),
        panel("Lines per review", "Added and deleted lines, by repository, over the last day at "
              "each point.",
              (f"{over('allreview_changed_lines_total', REPOSITORY, '1d', 'repository')}"
               f" / ({reviews} > 0)", "{{repository}}"), width=8, decimals=0),
        panel("Time per 1k lines", "In the pipeline, for each 1,000 changed lines, by repository.",
              ("1000 * "
               + over("allreview_repository_review_seconds_total", REPOSITORY, "1d", "repository")
               + " / (" + over("allreview_changed_lines_total", REPOSITORY, "1d", "repository")
               + " > 0)", "{{repository}}"), unit="s", width=8, decimals=2),
        panel("Processor time by repository", "Of what diff, analysis, numerics and documents took for "
              "reviews, over the last day at each point.",
              (over(CPU, REPOSITORY, "1d", "repository"), "{{repository}}"), unit="s", width=8,
              stacked=True),
        panel("Processor time per review, by repository", "The same, for each review.",
              (f"{over(CPU, REPOSITORY, '1d', 'repository')} / ({reviews} > 0)", "{{repository}}"),
              unit="s", width=8, decimals=1),
        panel("Processor time per 1k lines", "The same, for each 1,000 changed lines.",
              ("1000 * " + over(CPU, REPOSITORY, "1d", "repository") + " / ("
               + over("allreview_changed_lines_total", REPOSITORY, "1d", "repository") + " > 0)",
               "{{repository}}"), unit="s", width=8, decimals=2),
        panel("Processor time of all per review", "Of all processes and for all repositories, over the "
              "last day at each point; also what they use while nothing is reviewed.",
              (f'sum(increase(process_cpu_seconds_total{{job=~"allreview.*"}}[1d]))'
               f" / ({all_reviews} > 0)", "CPU"), unit="s", width=8, decimals=1),
        panel("GitHub calls per review", "For all repositories, over the last day at each point. A "
              "304 costs no budget.",
              (f"sum by (code) (increase(allreview_github_request_duration_seconds_count[1d]))"
               f" / on () group_left () ({all_reviews} > 0)", "{{code}}"), width=8, decimals=1,
              stacked=True),
        panel("Measured on GPUs", "Share of the results of numerics, over the last day at each "
              "point.",
              ('(sum(increase(allreview_numerics_samples_total{backend=~"cuda.*"}[1d])) or vector(0))'
               " / clamp_min(sum(increase(allreview_numerics_samples_total[1d])), 1)", "GPU"),
              unit="percentunit", width=8, most=1),
    ]


def make():
    return dashboard(
        "allreview-trends", "AllReview: review trends",
        "What reviews find, how much of it is fixed and how much is noise. Severity: P0 and P1 "
        "block a merge, P2 and P3 do not.",
        [query_variable("repository", "Repository", REVIEWS, "repository"),
         query_variable("severity", "Severity", FINDINGS, "severity"), gateway_variable()],
        [("In the time shown", summary()), ("Findings", findings()),
         ("Usefulness", usefulness()), ("Coverage and adoption", coverage()),
         ("Cost and load", cost())],
        time_from="now-7d", refresh="5m")
