import { pythonJson } from '../documents/python-json.ts'
import { type HostCounts, type JobOutput, outputOf, type ScriptEvent } from '../output/job-output.ts'

export type AnsibleTask = { readonly name: string; readonly results: readonly AnsibleResult[] }

/** What a task did on the controller, for one item of its loop or, without an item, as a whole. */
export type AnsibleResult = {
  readonly status: 'ok' | 'changed' | 'failed' | 'skipped'
  readonly item?: unknown
  readonly message?: string
}

const WIDTH = 80
const COLOURS = { ok: '0;32', changed: '0;33', failed: '0;31', skipped: '0;36' } as const

/** The output of a playbook that talks to one controller: the same lines and colours as on a terminal. */
export function ansibleOutput(play: string, host: string, tasks: readonly AnsibleTask[]): JobOutput {
  const events: ScriptEvent[] = [
    { event: 'playbook_on_start', stdout: '' },
    { event: 'playbook_on_play_start', stdout: `\r\n${starred(`PLAY [${play}]`)}`, play },
    ...tasks.flatMap((task) => taskEvents(task, play, host)),
  ]
  const counts = countResults(tasks)
  events.push({
    event: 'playbook_on_stats',
    stdout: `\r\n${starred('PLAY RECAP')}\r\n${recapLine(host, counts)}`,
    play,
  })
  return outputOf(events, { [host]: counts })
}

export function hasFailed(tasks: readonly AnsibleTask[]): boolean {
  return tasks.some(({ results }) => results.some(({ status }) => status === 'failed'))
}

function taskEvents({ name, results }: AnsibleTask, play: string, host: string): ScriptEvent[] {
  const title = { event: 'playbook_on_task_start', stdout: `\r\n${starred(`TASK [${name}]`)}`, play, task: name }
  return [title, ...results.map((result) => resultEvent(result, { play, task: name, host }))]
}

function resultEvent(result: AnsibleResult, place: { play: string; task: string; host: string }): ScriptEvent {
  const { status, item } = result
  const kind = item === undefined ? 'runner_on' : 'runner_item_on'
  return {
    ...place,
    event: `${kind}_${status === 'changed' ? 'ok' : status}`,
    stdout: colour(COLOURS[status], resultLine(result, place.host)),
    changed: status === 'changed',
    failed: status === 'failed',
  }
}

function resultLine({ status, item, message = 'unknown' }: AnsibleResult, host: string): string {
  if (status === 'failed') {
    const isItem = item !== undefined
    const result = {
      ...(isItem && { ansible_loop_var: 'item' }),
      changed: false,
      ...(isItem && { item }),
      msg: message,
    }
    const detail = pythonJson(result, false)
    return item === undefined
      ? `fatal: [${host}]: FAILED! => ${detail}`
      : `failed: [${host}] (item=${pythonOf(item)}) => ${detail}`
  }
  const word = status === 'skipped' ? 'skipping' : status
  return item === undefined ? `${word}: [${host}]` : `${word}: [${host}] => (item=${pythonOf(item)})`
}

function countResults(tasks: readonly AnsibleTask[]): HostCounts {
  const has = (task: AnsibleTask, status: AnsibleResult['status']) =>
    task.results.some((result) => result.status === status)
  const count = (test: (task: AnsibleTask) => boolean) => tasks.filter(test).length
  return {
    ok: count((task) => !has(task, 'failed') && (has(task, 'ok') || has(task, 'changed'))),
    changed: count((task) => !has(task, 'failed') && has(task, 'changed')),
    failures: count((task) => has(task, 'failed')),
    dark: 0,
    skipped: count((task) => task.results.length > 0 && task.results.every(({ status }) => status === 'skipped')),
  }
}

function recapLine(host: string, { ok, changed, dark, failures, skipped }: HostCounts): string {
  const shown = (name: string, count: number, code: string) =>
    count > 0 ? colour(code, `${name}=${String(count).padEnd(4)}`) : `${name}=${String(count).padEnd(4)}`
  const hostCode = failures > 0 ? COLOURS.failed : changed > 0 ? COLOURS.changed : COLOURS.ok
  return [
    `${colour(hostCode, host)}${' '.repeat(Math.max(1, 27 - host.length))}:`,
    shown('ok', ok, COLOURS.ok),
    shown('changed', changed, COLOURS.changed),
    shown('unreachable', dark, '1;31'),
    shown('failed', failures, COLOURS.failed),
    shown('skipped', skipped, COLOURS.skipped),
    'rescued=0    ignored=0   ',
  ].join(' ')
}

function starred(text: string): string {
  return `${text} ${'*'.repeat(Math.max(3, WIDTH - 1 - text.length))}`
}

function colour(code: string, text: string): string {
  return `\u001b[${code}m${text}\u001b[0m`
}

/** As Ansible prints an item: a Python literal. */
function pythonOf(value: unknown): string {
  if (typeof value === 'string') return `'${value}'`
  if (value === null) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (Array.isArray(value)) return `[${value.map(pythonOf).join(', ')}]`
  if (typeof value !== 'object') return JSON.stringify(value)
  return `{${Object.entries(value)
    .map(([key, one]) => `'${key}': ${pythonOf(one)}`)
    .join(', ')}}`
}
