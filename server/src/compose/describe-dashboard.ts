export const DASHBOARD_DOCUMENT = new URL('../../../deploy/grafana/heddle.json', import.meta.url)

type Unit = 'short' | 's' | 'reqps' | 'bytes' | 'percentunit'
/** An expression of PromQL, and how its lines are called. */
type Line = readonly [expression: string, legend: string]
type Panel = { readonly title: string; readonly unit: Unit; readonly lines: readonly Line[] }
type Row = { readonly title: string; readonly panels: readonly Panel[] }

const panel = (title: string, unit: Unit, ...lines: readonly Line[]): Panel => ({ title, unit, lines })
const rate = (metric: string, by: string): string => `sum by (${by}) (rate(${metric}[$__rate_interval]))`
const quantile = (share: number, metric: string, by = ''): string =>
  `histogram_quantile(${share}, sum by (le${by && `, ${by}`}) (rate(${metric}_bucket[$__rate_interval])))`
const shared = (metric: string, by: string): string => `max by (${by}) (${metric})`

const ROWS: readonly Row[] = [
  {
    title: 'Processes',
    panels: [
      panel('Processes', 'short', ['count by (role, version) (heddle_info)', '{{role}} {{version}}']),
      panel('Ready', 'short', ['heddle_ready', '{{instance}}']),
      panel('Dependencies', 'short', ['min by (dependency) (heddle_dependency_up)', '{{dependency}}']),
      panel('CPU', 'percentunit', ['rate(process_cpu_seconds_total{job=~"$job"}[$__rate_interval])', '{{instance}}']),
      panel('Memory', 'bytes', ['process_resident_memory_bytes{job=~"$job"}', '{{instance}}']),
      panel('Event loop, p99', 's', ['nodejs_eventloop_lag_p99_seconds{job=~"$job"}', '{{instance}}']),
    ],
  },
  {
    title: 'HTTP and WebSockets',
    panels: [
      panel('Requests', 'reqps', [rate('heddle_http_request_seconds_count', 'status'), '{{status}}']),
      panel(
        'Duration',
        's',
        [quantile(0.5, 'heddle_http_request_seconds'), 'p50'],
        [quantile(0.99, 'heddle_http_request_seconds'), 'p99'],
      ),
      panel('Slowest routes, p95', 's', [
        `topk(10, ${quantile(0.95, 'heddle_http_request_seconds', 'method, route')})`,
        '{{method}} {{route}}',
      ]),
      panel('WebSockets', 'short', ['sum by (channel) (heddle_sockets)', '{{channel}}']),
    ],
  },
  {
    title: 'Database',
    panels: [
      panel(
        'Connections',
        'short',
        ['sum by (instance, state) (heddle_database_connections)', '{{instance}} {{state}}'],
        ['heddle_database_connections_limit', '{{instance}} limit'],
      ),
      panel('Callers that wait', 'short', ['heddle_database_waiting', '{{instance}}']),
      panel('Clock ahead of the database', 's', ['heddle_clock_offset_seconds', '{{instance}}']),
      panel('Wait for a connection, p99', 's', [
        quantile(0.99, 'heddle_database_wait_seconds', 'instance'),
        '{{instance}}',
      ]),
    ],
  },
  {
    title: 'Jobs and mails',
    panels: [
      panel('Jobs', 'short', [`${shared('heddle_jobs', 'queue, state')} > 0`, '{{queue}} {{state}}']),
      panel('Oldest job', 's', [`${shared('heddle_job_oldest_seconds', 'queue')} > 0`, '{{queue}}']),
      panel('Mails', 'short', [shared('heddle_mails', 'state'), '{{state}}']),
      panel('Oldest mail', 's', ['max(heddle_mail_oldest_seconds)', 'oldest']),
      panel(
        'Mails sent and given up',
        'short',
        ['sum(increase(heddle_mails_sent_total[$__rate_interval]))', 'sent'],
        ['sum(increase(heddle_mails_given_up_total[$__rate_interval]))', 'given up'],
      ),
      panel('Messages of channels', 'short', ['max(heddle_channel_deliveries)', 'waiting']),
      panel('Oldest message of a channel', 's', ['max(heddle_channel_oldest_seconds)', 'oldest']),
      panel('Attempts of channels', 'short', [
        'sum by (outcome) (increase(heddle_channel_attempts_total[$__rate_interval]))',
        '{{outcome}}',
      ]),
      panel('Records that wait', 'short', [shared('heddle_records_waiting', 'target'), '{{target}}']),
      panel('Oldest record that waits', 's', [shared('heddle_records_lag_seconds', 'target'), '{{target}}']),
      panel('Collectors that take none', 'short', [
        `${shared('heddle_records_failing', 'target, kind')} > 0`,
        '{{target}} {{kind}}',
      ]),
      panel(
        'Records sent and not taken',
        'short',
        ['sum by (target, source) (increase(heddle_records_sent_total[$__rate_interval]))', '{{target}} {{source}}'],
        ['sum by (target) (increase(heddle_records_failures_total[$__rate_interval]))', '{{target}} failures'],
      ),
      panel(
        'Records lost and refused',
        'short',
        [shared('heddle_records_lost', 'target'), '{{target}} lost'],
        [shared('heddle_records_refused', 'target'), '{{target}} refused'],
      ),
    ],
  },
  {
    title: 'Runs',
    panels: [
      panel('Open runs', 'short', [shared('heddle_runs', 'state, trigger'), '{{trigger}} {{state}}']),
      panel('Ended runs', 'reqps', [rate('heddle_runs_ended_total', 'trigger, status'), '{{trigger}} {{status}}']),
      panel('Duration, p95', 's', [quantile(0.95, 'heddle_run_seconds', 'trigger'), '{{trigger}}']),
      panel(
        'Threads',
        'short',
        ['sum by (instance, pool) (heddle_threads_busy)', '{{instance}} {{pool}}'],
        ['sum by (instance, pool) (heddle_threads_limit)', '{{instance}} {{pool}} limit'],
      ),
      panel(
        'Memory',
        'bytes',
        ['process_resident_memory_bytes', '{{instance}}'],
        ['heddle_memory_limit_bytes', '{{instance}} limit'],
        ['heddle_memory_lent_bytes', '{{instance}} set aside for readers'],
      ),
      panel(
        'Waiting for memory',
        'short',
        ['heddle_runs_waiting_for_memory', '{{instance}} runs'],
        ['heddle_memory_borrowers_waiting', '{{instance}} readers'],
        ['increase(heddle_memory_refused_total[$__rate_interval])', '{{instance}} readers refused'],
      ),
      panel('Callers that wait for a thread', 'short', [
        'sum by (instance, pool) (heddle_threads_waiting)',
        '{{instance}} {{pool}}',
      ]),
    ],
  },
  {
    title: 'Controllers',
    panels: [
      panel('Requests', 'reqps', [
        rate('heddle_controller_requests_total', 'connection, outcome'),
        '{{connection}} {{outcome}}',
      ]),
      panel('Duration, p95', 's', [
        quantile(0.95, 'heddle_controller_request_seconds', 'connection'),
        '{{connection}}',
      ]),
      panel('In flight', 'short', ['sum by (connection) (heddle_controller_requests_in_flight)', '{{connection}}']),
      panel('Waiting for their turn', 'short', [
        'sum by (controller) (heddle_controller_requests_waiting)',
        '{{controller}}',
      ]),
    ],
  },
  {
    title: 'Schedules and snapshots',
    panels: [
      panel(
        'Tasks',
        'short',
        [shared('heddle_scheduled_tasks', 'state'), '{{state}}'],
        ['max(heddle_scheduled_tasks_overdue)', 'overdue'],
      ),
      panel('Lateness of firings, p95', 's', [
        quantile(0.95, 'heddle_schedule_lateness_seconds', 'trigger'),
        '{{trigger}}',
      ]),
      panel('Captures', 'reqps', [rate('heddle_captures_total', 'outcome'), '{{outcome}}']),
      panel('Duration of captures, p95', 's', [quantile(0.95, 'heddle_capture_seconds'), 'p95']),
      panel('Rows captured', 'reqps', ['sum(rate(heddle_captured_rows_total[$__rate_interval]))', 'rows']),
    ],
  },
  {
    title: 'Class model',
    panels: [
      panel('Import', 'short', [shared('heddle_imports', 'phase'), '{{phase}}']),
      panel(
        'Classes',
        'short',
        [shared('heddle_import_classes', 'result'), '{{result}}'],
        ['max(heddle_import_classes_expected)', 'expected'],
      ),
      panel('Imports that ended', 'short', [
        'sum by (state) (increase(heddle_imports_ended_total[$__rate_interval]))',
        '{{state}}',
      ]),
    ],
  },
  {
    title: 'Automation and AI',
    panels: [
      panel('Requests', 'short', [shared('heddle_automation_requests', 'status'), '{{status}}']),
      panel('Executions', 'short', [shared('heddle_automation_executions', 'status'), '{{status}}']),
      panel(
        'Calls to automation servers',
        'reqps',
        [rate('heddle_automation_launches_total', 'result'), 'launch {{result}}'],
        [rate('heddle_automation_polls_total', 'result'), 'poll {{result}}'],
      ),
      panel('Webhooks, p95', 's', [quantile(0.95, 'heddle_automation_webhook_seconds'), 'p95']),
      panel('Questions to AI', 'reqps', [
        rate('heddle_ai_questions_total', 'purpose, outcome'),
        '{{purpose}} {{outcome}}',
      ]),
      panel('Answers of AI, p95', 's', [quantile(0.95, 'heddle_ai_question_seconds', 'purpose'), '{{purpose}}']),
      panel('Tokens', 'reqps', [rate('heddle_ai_tokens_total', 'direction'), '{{direction}}']),
    ],
  },
]

const COLUMNS = 24
const WIDTH = 8
const HEIGHT = 7
const SOURCE = { type: 'prometheus', uid: '${source}' }

/** Every expression, for tests. */
export const dashboardExpressions = (): readonly string[] =>
  ROWS.flatMap(({ panels }) => panels.flatMap(({ lines }) => lines.map(([one]) => one)))

/** The dashboard for Grafana 10 or newer, as JSON to import. */
export function describeDashboard(): string {
  const dashboard = {
    uid: 'heddle',
    title: 'Heddle',
    description: 'Generated by `npm run docs`: change server/src/compose/describe-dashboard.ts.',
    tags: ['heddle'],
    schemaVersion: 39,
    refresh: '30s',
    time: { from: 'now-6h', to: 'now' },
    templating: { list: VARIABLES },
    panels: layOut(ROWS),
  }
  return `${JSON.stringify(dashboard, null, 2)}\n`
}

const VARIABLES = [
  { name: 'source', label: 'Prometheus', type: 'datasource', query: 'prometheus' },
  {
    name: 'job',
    label: 'Job',
    type: 'query',
    datasource: SOURCE,
    query: 'label_values(heddle_info, job)',
    refresh: 2,
    multi: true,
    includeAll: true,
  },
]

function layOut(rows: readonly Row[]): readonly object[] {
  let y = 0
  let id = 0
  return rows.flatMap(({ title, panels }) => {
    const heading = {
      id: ++id,
      type: 'row',
      title,
      collapsed: false,
      panels: [],
      gridPos: { x: 0, y, w: COLUMNS, h: 1 },
    }
    const top = y + 1
    const perLine = COLUMNS / WIDTH
    y = top + Math.ceil(panels.length / perLine) * HEIGHT
    const places = panels.map((_, at) => ({
      x: (at % perLine) * WIDTH,
      y: top + Math.floor(at / perLine) * HEIGHT,
      w: WIDTH,
      h: HEIGHT,
    }))
    return [heading, ...panels.map((one, at) => ({ id: ++id, ...present(one), gridPos: places[at] }))]
  })
}

const present = ({ title, unit, lines }: Panel) => ({
  type: 'timeseries',
  title,
  datasource: SOURCE,
  fieldConfig: { defaults: { unit, min: 0 }, overrides: [] },
  targets: lines.map(([expr, legendFormat], at) => ({
    refId: String.fromCharCode(65 + at),
    datasource: SOURCE,
    expr,
    legendFormat,
  })),
})
