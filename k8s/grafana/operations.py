"""The dashboard of people who run AllReview: is it up, is it fast, what does it wait for."""

from dashboards import dashboard, panel, query_variable, table

JOB = 'job=~"$job"'
RATE = "$__rate_interval"


def rate(metric, by, labels=""):
    return f"sum by ({by}) (rate({metric}{{{labels}}}[{RATE}]))"


def quantile(q, histogram, by="", labels=""):
    by = f"{by}, le" if by else "le"
    return (f"histogram_quantile({q}, sum by ({by}) "
            f"(rate({histogram}_bucket{{{labels}}}[{RATE}])))")


def overview():
    return [
        panel("Replicas", "Processes that Prometheus reaches.",
              ('sum by (job) (up{job=~"allreview.*"})', "{{job}}"), kind="stat", width=8, height=5,
              decimals=0),
        panel("Firing alerts", "Alerts of k8s/prometheus; docs/operations.md says what to do.",
              ('count(ALERTS{alertname=~"AllReview.*",alertstate="firing"}) or vector(0)', ""),
              kind="stat", width=4, height=5, decimals=0, thresholds=[(1, "red")]),
        panel("Oldest job", "How long the job that waits longest has waited.",
              ("allreview:queue_oldest_age_seconds:max", ""), unit="s", kind="stat", width=4,
              height=5, thresholds=[(60, "orange"), (300, "red")]),
        panel("GitHub budget", "The smallest share of any account's calls that is left this hour.",
              ('min(account:allreview_github_budget:min_ratio{budget="primary"})', ""),
              unit="percentunit", kind="stat", width=4, height=5, decimals=0),
        table("Versions", "What runs.",
              ("count by (binary, version) (allreview_build_info)", ""), width=4, height=5,
              decimals=0),
    ]


def calls():
    method = f'{{{JOB}}}'
    return [
        panel("Calls", "Calls by gRPC, a second.",
              (f"sum by (job) (method:allreview_rpc_requests:rate5m{method})", "{{job}}"),
              unit="reqps"),
        panel("Failed calls", "Share that fails by the server's fault, over five minutes.",
              (f"method:allreview_rpc_errors:ratio_rate5m{method}", "{{method}}"),
              unit="percentunit", thresholds=[(0.05, "red")]),
        panel("Duration of calls", "95th percentile over five minutes.",
              (f"method:allreview_rpc_duration_seconds:p95_5m{method}", "{{method}}"), unit="s"),
        panel("Calls in flight", "Being served now.",
              (f"sum by (job) (allreview_rpc_in_flight{method})", "{{job}}")),
        panel("HTTP requests", "By route.",
              ("route:allreview_http_requests:rate5m", "{{route}}"), unit="reqps"),
        panel("Failed HTTP requests", "Share of answers that are 5xx, over five minutes.",
              ("route:allreview_http_errors:ratio_rate5m", "{{route}}"), unit="percentunit",
              thresholds=[(0.05, "red")]),
        panel("Duration of HTTP requests", "95th percentile.",
              (quantile(0.95, "allreview_http_request_duration_seconds", "route"), "{{route}}"),
              unit="s"),
        panel("Connections", "Open HTTP connections, and event streams among them.",
              [("sum(allreview_http_connections)", "connections"),
               ("sum(allreview_http_event_streams)", "event streams")], decimals=0),
        panel("Refused", "Calls and requests turned away: over a limit, without a token or scope, "
              "or shed because there is too much to do.",
              [(rate("allreview_http_refusals_total", "reason"), "limit: {{reason}}"),
               (rate("allreview_access_refusals_total", "reason"), "access: {{reason}}")],
              unit="reqps"),
        panel("Outgoing webhooks", "Messages, by webhook and what became of them. \"given_up\": a "
              "dead letter; \"missed\": the event was removed before its turn.",
              (f"sum by (webhook, result) (increase(allreview_outgoing_deliveries_total[{RATE}]))",
               "{{webhook}} {{result}}"), stacked=True, bars=True),
        panel("Waiting for receivers", "Messages to outgoing webhooks that wait or are being sent; "
              "at most 100 for each.",
              ("max by (webhook) (allreview_outgoing_deliveries_waiting)", "{{webhook}}"),
              decimals=0),
    ]


def queue():
    return [
        panel("Jobs", "In the queue. \"dead\": given up; they wait for a person.",
              ("allreview:queue_jobs:max", "{{state}}"), decimals=0),
        panel("Age of the oldest job", "Zero while none waits.",
              ("allreview:queue_oldest_age_seconds:max", "oldest"), unit="s",
              thresholds=[(300, "red")]),
        panel("Workers", "Busy ones, of all.",
              [("sum(allreview_workers_busy)", "busy"), ("sum(allreview_workers)", "all")],
              decimals=0),
        panel("Attempts", "What became of jobs.",
              (rate("allreview_jobs_total", "result"), "{{result}}"), unit="ops", stacked=True),
        panel("Wait", "From queueing to a worker.",
              [(quantile(0.5, "allreview_job_wait_seconds"), "p50"),
               (quantile(0.95, "allreview_job_wait_seconds"), "p95")], unit="s"),
        panel("Duration of jobs", "95th percentile of attempts.",
              (quantile(0.95, "allreview_job_duration_seconds", "work"), "{{work}}"), unit="s"),
        panel("Queued", "Jobs given to the queue; a duplicate is known already.",
              (rate("allreview_jobs_enqueued_total", "work, result"), "{{work}} {{result}}"),
              unit="ops"),
        panel("Ends of reviews", "States in which reviews ended.",
              (rate("allreview_review_states_total", "state"), "{{state}}"), unit="ops"),
        panel("Tenants", "With a job that waits; they take turns.",
              ("max(allreview_queue_tenants)", "tenants"), decimals=0),
    ]


def pipeline():
    hit = rate("allreview_cache_lookups_total", "cache", 'result="hit"')
    looked = rate("allreview_cache_lookups_total", "cache")
    return [
        panel("Duration of reviews", "In the pipeline, without queueing.",
              [(quantile(q, "allreview_review_duration_seconds"), f"p{int(q * 100)}")
               for q in (0.5, 0.95)], unit="s", thresholds=[(30, "red")]),
        panel("Duration of stages", "95th percentile.",
              (quantile(0.95, "allreview_stage_duration_seconds", "stage"), "{{stage}}"),
              unit="s"),
        panel("Missing parts", "Services that reviews went on without.",
              ("sum by (service) (rate(allreview_missing_parts_total[$__rate_interval]))",
               "{{service}}"), unit="ops"),
        panel("Incomplete reviews", "Share of the last hour's.",
              ("allreview:reviews_incomplete:ratio1h", "incomplete"), unit="percentunit",
              thresholds=[(0.2, "red")]),
        panel("Cache hits", "Share of look-ups that were answered.",
              (f"({hit} or 0 * {looked}) / ({looked} > 0)", "{{cache}}"), unit="percentunit",
              most=1),
        panel("Circuits", "1: calls to the service are not even tried.",
              ("max by (service) (allreview_circuit_open)", "{{service}}"), decimals=0, most=1,
              thresholds=[(1, "red")]),
    ]


def github():
    return [
        panel("Budgets", "Share that is left, by account and kind of limit.",
              ("account:allreview_github_budget:min_ratio", "{{account}} {{budget}}"),
              unit="percentunit", most=1),
        panel("Calls to GitHub", "By HTTP status; 0 is no answer, 304 costs no budget.",
              (rate("allreview_github_request_duration_seconds_count", "code"), "{{code}}"),
              unit="reqps", stacked=True),
        panel("Duration of calls to GitHub", "95th percentile.",
              (quantile(0.95, "allreview_github_request_duration_seconds", "method"),
               "{{method}}"), unit="s"),
        panel("Waits and retries", "Answers that told to wait, and calls sent again.",
              [(rate("allreview_github_throttles_total", "kind"), "wait: {{kind}}"),
               (rate("allreview_github_retries_total", "reason"), "retry: {{reason}}")],
              unit="ops"),
        panel("Webhooks", "By what became of them.",
              (rate("allreview_webhooks_total", "result"), "{{result}}"), unit="ops",
              stacked=True),
        panel("Refused webhooks", "A wrong signature is a changed secret, or somebody who tries.",
              (rate("allreview_webhook_refusals_total", "reason"), "{{reason}}"), unit="ops"),
        panel("Publications", "Reviews brought to GitHub.",
              (rate("allreview_publications_total", "result"), "{{result}}"), unit="ops",
              stacked=True),
        panel("Duration of publications", "95th percentile.",
              (quantile(0.95, "allreview_publication_duration_seconds"), "p95"), unit="s"),
        panel("Commands", "In comments of pull requests.",
              (rate("allreview_commands_total", "command"), "{{command}}"), unit="ops"),
    ]


def store():
    histogram = "allreview_store_operation_duration_seconds"
    return [
        panel("Store operations", "By kind.",
              (rate(histogram + "_count", "operation"), "{{operation}}"), unit="ops"),
        panel("Duration of store operations", "95th percentile.",
              (quantile(0.95, histogram, "operation"), "{{operation}}"), unit="s"),
        panel("Size of the store", "By backend.",
              ("max by (backend) (allreview_store_bytes)", "{{backend}}"), unit="bytes"),
    ]


def numerics():
    return [
        panel("Expressions", "Changed tensor expressions, by what became of them.",
              (rate("allreview_numerics_expressions_total", "outcome"), "{{outcome}}"),
              unit="ops", stacked=True),
        panel("Samples", "Results compared with their reference, by backend.",
              (rate("allreview_numerics_samples_total", "backend"), "{{backend}}"), unit="ops"),
        panel("Duration of measurements", "Of one expression in all formats, 95th percentile.",
              (quantile(0.95, "allreview_numerics_evaluation_duration_seconds"), "p95"), unit="s"),
    ]


def processes():
    return [
        panel("Processor", "Cores in use.",
              (f"sum by (job) (rate(process_cpu_seconds_total{{{JOB}}}[{RATE}]))", "{{job}}"),
              unit="short", decimals=2),
        panel("Memory", "Resident, of each process.",
              (f"process_resident_memory_bytes{{{JOB}}}", "{{instance}}"), unit="bytes"),
        panel("Threads", "Of each process.", (f"process_threads{{{JOB}}}", "{{instance}}"),
              decimals=0),
        panel("File descriptors", "Share of the limit that is open.",
              (f"process_open_fds{{{JOB}}} / process_max_fds", "{{instance}}"),
              unit="percentunit", thresholds=[(0.8, "red")]),
        panel("Restarts", "When processes started, as age.",
              (f"time() - process_start_time_seconds{{{JOB}}}", "{{instance}}"), unit="s"),
        panel("Spans", "For the collector of traces; none without one.",
              (f"sum by (result) (rate(allreview_trace_spans_total{{{JOB}}}[{RATE}])) or vector(0)",
               "{{result}}"), unit="ops"),
    ]


def make():
    return dashboard(
        "allreview-operations", "AllReview: operations",
        "Is it up, is it fast, and what does it wait for. Alerts and what to do: "
        "docs/operations.md.",
        [query_variable("job", "Service", "allreview_build_info", "job")],
        [("Overview", overview()), ("Calls and requests", calls()),
         ("Queue and workers", queue()), ("Pipeline", pipeline()),
         ("GitHub", github()), ("Store", store()), ("Numerics", numerics()),
         ("Processes", processes())],
        time_from="now-6h", refresh="30s")
