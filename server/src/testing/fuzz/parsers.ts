import { checkSchema } from '@heddle/domain/automation/check-columns.ts'
import { checkRows } from '@heddle/domain/automation/check-rows.ts'
import { resolveColumns } from '@heddle/domain/automation/resolve-columns.ts'
import { checkRowPattern, compileRowPattern } from '@heddle/domain/automation/row-pattern.ts'
import { findVariables, templateParts } from '@heddle/domain/canvas/binding/template.ts'
import { checkShape } from '@heddle/domain/canvas/check-shape.ts'
import { isClassName, isPropertyName } from '@heddle/domain/canvas/names.ts'
import { ancestorDns, buildRn, parseRn, splitDn } from '@heddle/domain/dn/dn.ts'
import { readExpect } from '@heddle/domain/expectation/read-expect.ts'
import { compileExpression } from '@heddle/domain/expression/expression.ts'
import { parseClassDocument } from '@heddle/domain/mim/parse-class-document.ts'
import { parseQuery } from '@heddle/domain/mim/search/parse-query.ts'
import { readParameters } from '@heddle/domain/parameters/read-parameters.ts'
import { prepareQuery } from '@heddle/domain/query/prepare-query.ts'
import { nextRuns } from '@heddle/domain/schedule/next-run.ts'
import { parseCron } from '@heddle/domain/schedule/parse-cron.ts'
import { isTimeZone, wallTime } from '@heddle/domain/schedule/time-zone.ts'
import { parseWindow } from '@heddle/domain/snapshot/heatmap.ts'
import { smallMim } from '@heddle/domain/testing/small-mim.ts'
import { parseInstant, timestamp } from '../../kernel/instants.ts'
import { parseJsonBody } from '../../platform/http/json-body.ts'
import { csvText } from '../../platform/text/csv-text.ts'
import { CANVAS, CLASS_DOCUMENT, COLUMNS, CONDITIONS, PARAMETERS, ROWS } from './samples.ts'

/**
 * What reads the words of others. It answers for any input, or throws an error of `kernel/errors.ts`; where it can, it
 * throws anything else itself when its answer contradicts the input.
 */
export type Parser = { readonly name: string } & (
  | { readonly texts: readonly string[]; readonly read: (text: string) => unknown }
  | { readonly values: readonly unknown[]; readonly readValue: (value: unknown) => unknown }
)

const NOW = new Date('2026-03-28T23:30:00Z')
const ROW = { dn: 'uni/tn-a/BD-b', name: 'web', mtu: '9000', n: 7, list: ['x'], none: null }
const NOTHING_KNOWN = { lists: new Map(), patterns: new Map(), templates: new Map(), values: new Map() }

function readCron(text: string): unknown {
  const cron = parseCron(text)
  if (!cron.ok) return cron.fault
  const runs = nextRuns({ type: 'cron', expression: text, timezone: 'Europe/Warsaw' }, NOW, 5)
  if (runs.some((run, index) => run <= (runs[index - 1] ?? NOW)))
    throw new Error(`runs out of order: ${runs.map(String).join(', ')}`)
  return runs
}

const readZone = (text: string): unknown => isTimeZone(text) && timestamp(new Date(wallTime(NOW.getTime(), text)))

function readExpression(text: string): unknown {
  const compiled = compileExpression(text)
  return compiled.ok ? compiled.evaluate(ROW) : compiled.message
}

function readDn(text: string): unknown {
  const rns = splitDn(text)
  if (rns && rns.join('/') !== text) throw new Error('the RNs do not make up the DN')
  for (const format of ['rspathAtt-[{tDn}]', 'hports-{name}-typ-{type}', 'subnet-[{ip}]', 'a-{b}{c}']) {
    const values = parseRn(text, format)
    const rebuilt = values && buildRn(format, values)
    if (rebuilt !== undefined && rebuilt !== text) throw new Error(`${format} reads another RN than it builds`)
  }
  return ancestorDns(text.slice(0, 2_000))
}

function readInstant(text: string): unknown {
  const instant = parseInstant(text)
  return instant && timestamp(instant)
}

function readTemplate(text: string): unknown {
  const literals = templateParts(text).filter((part) => typeof part === 'string')
  if (literals.some((literal) => !text.includes(literal))) throw new Error('a literal is not part of the template')
  return findVariables(text)
}

const readPattern = (text: string): unknown => checkRowPattern(text) ?? compileRowPattern(text)('a'.repeat(1_000))

function readCell(text: string): unknown {
  const cell = csvText([[text]])
  // A plain number computes nothing.
  if (/^"?[=+@＝＋＠\t]/u.test(cell) && !/^\+[\d.]+\s*$/.test(cell)) throw new Error('the cell is a formula')
  return cell
}

function readCanvas(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  if (Object.keys(checkShape(value)).length > 0) return undefined
  const { plan, ...rest } = prepareQuery({ canvas: value, variables: { tenant: 'a]/b' }, model: smallMim })
  return JSON.stringify({ ...rest, text: plan?.steps })
}

function readRows(value: unknown): unknown {
  if (!Array.isArray(value)) return undefined
  return checkRows(resolveColumns(COLUMNS as never, NOTHING_KNOWN), value, new Map())
}

export const PARSERS: readonly Parser[] = [
  {
    name: 'cron line',
    texts: ['30 6 * * mon-fri', '*/5 0-23/2 1,15 jan-dec 0', '0 0 29 2 *', '59 23 31 12 7'],
    read: readCron,
  },
  { name: 'time zone', texts: ['Europe/Warsaw', 'US/Pacific', 'Etc/GMT+12', 'UTC'], read: readZone },
  {
    name: 'expression',
    texts: [
      'name.contains("w") && int(mtu) > 1500',
      'has(row.x) ? size(list) : -n',
      '[1, 2].exists(x, x == n)',
      'timestamp("2026-01-01T00:00:00Z") < now',
    ],
    read: readExpression,
  },
  {
    name: 'DN',
    texts: ['uni/tn-a/BD-b/subnet-[10.0.0.1/24]', 'topology/pod-1/node-101/sys/phys-[eth1/1]', 'uni/a-[b-[c/d]/e]/f'],
    read: readDn,
  },
  {
    name: 'class or property name',
    texts: ['fvBD', 'from_', 'a'.repeat(200)],
    read: (text) => isClassName(text) && !isPropertyName(text),
  },
  { name: 'search', texts: ['bridge domain', 'fv:BD', 'the of and'], read: parseQuery },
  {
    name: 'instant',
    texts: ['2026-03-29T02:30:00+01:00', '2026-02-28', '2026-01-01 00:00:00.123456789Z'],
    read: readInstant,
  },
  { name: 'template', texts: ['uni/tn-{{tenant=a b}}/{{ now-7d }}', '{{{a}}}', '{{a={{b}}}}'], read: readTemplate },
  { name: 'pattern', texts: ['^(a|b)*c{2,5}$', '[[:alpha:]]\\d+', '(?i)x?y{0,50}'], read: readPattern },
  { name: 'window', texts: ['30d', '366d'], read: parseWindow },
  { name: 'JSON body', texts: [JSON.stringify(CANVAS), '{"a":[1,2,{"b":"\\u00e9"}]}'], read: parseJsonBody },
  { name: 'CSV cell', texts: ['=1+1', 'plain', '＝x', '"quoted", comma\r\n'], read: readCell },
  { name: 'canvas', values: [CANVAS], readValue: readCanvas },
  {
    name: 'filter',
    values: CONDITIONS,
    readValue: (filter) => readCanvas({ nodes: [{ id: 'a', class_name: 'fvBD', filters: [filter] }], edges: [] }),
  },
  { name: 'parameters', values: [PARAMETERS], readValue: (value) => Array.isArray(value) && readParameters(value) },
  {
    name: 'expectation',
    values: [{ rows: { min: 0, max: 10 }, every: 'name != "" && int(mtu) >= 1500' }],
    readValue: readExpect,
  },
  {
    name: 'column schema',
    values: [COLUMNS],
    readValue: (value) => Array.isArray(value) && checkSchema(value, NOTHING_KNOWN),
  },
  { name: 'rows', values: [ROWS], readValue: readRows },
  { name: 'class document', values: [CLASS_DOCUMENT], readValue: parseClassDocument },
]
