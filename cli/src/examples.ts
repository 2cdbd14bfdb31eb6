import type { Command } from 'commander'

/**
 * What the help of each command shows: the words after `heddle`.
 *
 * @internal for its test
 */
export const EXAMPLES: Readonly<Record<string, readonly string[]>> = {
  login: [
    'login https://heddle.example.com --username ann',
    'login https://heddle.example.com --name ci --token',
    'login heddle.example.com --username ann --ca-file company-ca.pem',
  ],
  logout: ['logout', 'logout --context lab'],
  whoami: ['whoami'],
  'context list': ['context list'],
  'context use': ['context use lab'],
  'context remove': ['context remove lab'],
  'query list': [
    'query list --search interfaces',
    'query list --category Rules --columns name,category',
    "query list -o 'template={id} {name}'",
  ],
  'query show': ['query show "Interfaces that are down"'],
  'query validate': ['query validate "Subnets of a tenant" --var tenant=prod'],
  'query explain': ['query explain "Interfaces that are down"'],
  'query run': [
    'query run "Subnets of a tenant" --var tenant=prod',
    'query run "Interfaces that are down" --format csv > down.csv',
    'query run "All endpoints" --background --format ndjson > endpoints.ndjson',
    'query run "Bridge domains" --format xlsx > domains.xlsx',
    'query run "Bridge domains" --at 2026-11-20T08:00:00Z --columns dn,name',
  ],
  'query try': ['query try draft.yaml --connection lab', 'query try queries/Rules/mtu.yaml --format csv'],
  'query copy': ['query copy "Bridge domains" "Bridge domains of mine"'],
  'query delete': ['query delete "Bridge domains of mine" --yes'],
  why: [
    'why "Interfaces that are down" "topology/pod-1/node-101/sys/phys-[eth1/7]"',
    'why "Bridge domains without a VRF" uni/tn-prod/BD-web --connection lab',
  ],
  'run list': ['run list --status failure', 'run list --query "Bridge domains" --limit 5'],
  'run rows': ['run rows 7c9e6679-7425-40de-944b-e07fc1f90ae7 --format csv > rows.csv'],
  'run follow': ['run follow 7c9e6679-7425-40de-944b-e07fc1f90ae7'],
  'run cancel': ['run cancel 7c9e6679-7425-40de-944b-e07fc1f90ae7'],
  check: [
    'check --category Rules --junit report.xml',
    'check "Bridge domains without a VRF" --connection lab',
    'check --category Rules --fail-on high --html report.html',
    'check --resume 7c9e6679-7425-40de-944b-e07fc1f90ae7',
  ],
  'channel list': ['channel list'],
  'channel test': ['channel test "Night shift"'],
  'channel deliveries': ['channel deliveries "Night shift" --limit 5'],
  'channel mute': ['channel mute "Night shift" --for 1d --query "Interfaces that are down"'],
  'pack new': ['pack new my-pack'],
  'pack test': ['pack test my-pack'],
  'pack add': ['pack add aci-hygiene', 'pack add my-pack --dry-run'],
  'pack list': ['pack list'],
  'pack remove': ['pack remove my-pack --yes'],
  'pack run': [
    'pack run aci-hygiene --connection lab --fail-on critical',
    'pack run aci-upgrade --connection lab --param target=6.0(9c) --format html > upgrade.html',
  ],
  pull: [
    'pull queries --category Rules',
    'pull heddle --category / --include all --owners',
    'pull queries --prune --force',
  ],
  plan: ['plan queries', 'plan queries --delete-missing', 'plan queries --no-tasks || test $? -eq 4'],
  apply: [
    'apply queries',
    'apply queries --yes --no-tasks',
    'apply queries --delete-missing --delete-history "Bridge domains"',
  ],
  validate: ['validate queries'],
  'repo list': ['repo list'],
  'repo plan': ['repo plan Rules'],
  'repo apply': ['repo apply Rules --yes'],
  capture: [
    'capture "Bridge domains" --annotation "before the change"',
    'capture "Subnets of a tenant" --var tenant=prod --connection lab',
  ],
  snapshots: ['snapshots "Bridge domains" --limit 5'],
  compare: [
    'compare "Bridge domains"',
    'compare "Bridge domains" --live --blame',
    'compare "Bridge domains" --at 2026-11-20T08:00:00Z --ignore modTs --fail-on added,removed',
    'compare "Bridge domains" --key name --export csv > difference.csv',
  ],
  timeline: ['timeline "Bridge domains" uni/tn-prod/BD-web'],
  'history export': [
    'history export "Bridge domains" captures',
    'history export "Bridge domains" captures --after 2026-01-01T00:00:00Z --format csv',
  ],
  'change open': [
    'change open "Raise the MTU" --connection lab --pack aci-change',
    'change open "Raise the MTU" --connection lab --query "Bridge domains" --note CHG0042',
  ],
  'change close': ['change close "Raise the MTU"'],
  'change list': ['change list --limit 5'],
  'change report': [
    'change report "Raise the MTU" > report.json',
    'change report "Raise the MTU" --html > report.html',
  ],
  verify: ['verify report.json', 'verify proof.json'],
  'schedule list': ['schedule list'],
  'schedule create': [
    'schedule create Mornings --query "Bridge domains" --connection lab --cron "30 6 * * mon-fri" --timezone Europe/Warsaw',
    'schedule create "Every hour" --query "Bridge domains" --connection lab --every 60 --capture --notify-on-changes',
  ],
  'schedule run': ['schedule run Mornings', 'schedule run Mornings --follow'],
  'schedule enable': ['schedule enable Mornings'],
  'schedule disable': ['schedule disable Mornings'],
  'schedule history': ['schedule history Mornings --limit 5'],
  'class search': ['class search bridge domain', 'class search fvB --limit 5'],
  'class show': ['class show fvBD'],
  'automation templates': ['automation templates'],
  'automation launch': [
    'automation launch "Connect bridge domains" --rows rows.csv --follow',
    'automation launch "Connect bridge domains" --from-query "Without a VRF" --map bd=name --dry-run',
    'automation launch "Connect bridge domains" --from-query "Without a VRF" --map bd=name --verify gone --follow',
  ],
  'automation requests': ['automation requests --limit 5'],
  'automation approve': ['automation approve 7c9e6679-7425-40de-944b-e07fc1f90ae7 --note "As agreed"'],
  'automation decline': ['automation decline 7c9e6679-7425-40de-944b-e07fc1f90ae7 --note "Not before Friday"'],
  'automation cancel': ['automation cancel 7c9e6679-7425-40de-944b-e07fc1f90ae7'],
  'automation proof': ['automation proof 7c9e6679-7425-40de-944b-e07fc1f90ae7 > proof.json'],
  'automation token': ['automation token AWX'],
  'automation follow': ['automation follow 7c9e6679-7425-40de-944b-e07fc1f90ae7'],
  'connection list': ['connection list', 'connection list --columns name,host,has_password'],
  'connection add': [
    'connection add lab apic1.example.com --username reader --ca-certificate apic.pem',
    String.raw`connection add lab apic1.example.com --username 'apic:tacacs\\reader' --no-verify`,
  ],
  'connection test': ['connection test lab'],
  'connection password': ['connection password lab'],
  'connection remove': ['connection remove lab'],
  'model status': ['model status'],
  'model install': ['model install 6.0(9c)'],
  'token list': ['token list'],
  'token create': [
    'token create nightly --permission queries.execute_savedquery queries.view_savedquery --days 90',
    'token create nightly --json',
  ],
  'token delete': ['token delete nightly'],
  'notice list': ['notice list --unread', 'notice list --severity error --limit 5'],
  'notice read': ['notice read'],
  audit: ['audit --action query_run --user ann', 'audit --search lab --limit 10'],
  'service-account list': ['service-account list'],
  'service-account create': ['service-account create nightly-checks --group Editors'],
  'service-account deactivate': ['service-account deactivate nightly-checks'],
  'service-account activate': ['service-account activate nightly-checks'],
  'service-account delete': ['service-account delete nightly-checks --yes'],
  'service-account tokens': ['service-account tokens nightly-checks'],
  'service-account token': [
    'service-account token nightly-checks CI --permission queries.execute_savedquery --days 90',
  ],
  'service-account revoke': ['service-account revoke nightly-checks CI'],
  api: [
    'api GET /api/audit/logs/ --query search=login',
    `api POST /api/queries/categories/ --data '{"name": "Rules"}'`,
    'api PATCH /api/auth/profile/ --data @profile.json',
  ],
  version: ['version'],
  completion: ['completion bash > ~/.heddle-completion', 'completion fish'],
  help: ['help query run'],
}

/** Puts examples below the help of every command; a group shows the first of each of its own. */
export function addExamples(command: Command, path: readonly string[] = []): void {
  for (const one of command.commands) addExamples(one, [...path, one.name()])
  const own = EXAMPLES[path.join(' ')]
  const shown = own ?? command.commands.flatMap((one) => EXAMPLES[[...path, one.name()].join(' ')]?.[0] ?? [])
  if (path.length === 0 || shown.length === 0) return
  command.addHelpText('after', `\nExamples:\n${shown.map((words) => `  heddle ${words}\n`).join('')}`)
}
