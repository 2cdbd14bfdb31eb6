import type { Wire } from '../../../lib/api/wire.ts'

export type RowsExpected = 'any' | 'none' | 'some' | 'bounds'
export type Severity = Wire.SavedQuery['severity']

export const CHANGE_KINDS = ['added', 'removed', 'changed'] as const
export type ChangeKind = (typeof CHANGE_KINDS)[number]

/** What a query expects, as its dialog shows it. */
export type ExpectationForm = {
  readonly rows: RowsExpected
  readonly min: string
  readonly max: string
  readonly every: string
  /** Most rows of each kind that may differ from the capture before; empty: any number. */
  readonly changes: Readonly<Record<ChangeKind, string>>
  /** Where those have lower bounds or another capture, which the dialog does not show, they are kept. */
  readonly kept: Pick<NonNullable<Expectation['expect']>, 'changes' | 'against'>
  readonly severity: Severity
  readonly isForPerson: boolean
  readonly resource: string
  readonly reason: string
  readonly when: string
  readonly why: string
  readonly remedy: string
  readonly links: readonly { readonly title: string; readonly url: string }[]
}

/** The part of a query that makes it a check. */
export type Expectation = Pick<
  Wire.SavedQuery,
  'expect' | 'severity' | 'look' | 'resource' | 'reason' | 'when' | 'why' | 'remedy' | 'links'
>

export const NOTHING_EXPECTED: Expectation = {
  expect: null,
  severity: 'medium',
  look: false,
  resource: 'dn',
  reason: '',
  when: null,
  why: '',
  remedy: '',
  links: [],
}

export function formOfExpectation(query: Expectation): ExpectationForm {
  const { rows, every = '', changes = {}, against } = query.expect ?? {}
  const { severity, look, resource, reason, when, why, remedy, links } = query
  return {
    rows: rowsExpected(rows),
    min: rows?.min === undefined ? '' : String(rows.min),
    max: rows?.max === undefined ? '' : String(rows.max),
    every,
    changes: mapKinds((kind) => (changes[kind]?.max === undefined ? '' : String(changes[kind].max))),
    kept: { changes, ...(against !== undefined && { against }) },
    isForPerson: look,
    when: when ?? '',
    ...{ severity, resource, reason, why, remedy, links },
  }
}

type Bounds = NonNullable<Expectation['expect']>['rows']

export function rowsExpected(rows: Bounds): RowsExpected {
  if (rows === undefined) return 'any'
  if (rows.max === 0 && (rows.min ?? 0) === 0) return 'none'
  return rows.min === 1 && rows.max === undefined ? 'some' : 'bounds'
}

/** What is sent. What is no number is sent as it was typed, so that the server's fault names it. */
export function expectationOfForm(form: ExpectationForm): Expectation {
  const { severity, isForPerson, reason, why, remedy } = form
  const rows = boundsOf(form)
  const every = form.every.trim()
  const changes = changesOf(form)
  const isNothing = rows === undefined && every === '' && changes === undefined
  return {
    expect: isNothing ? null : { ...(rows && { rows }), ...(every !== '' && { every }), ...changes },
    look: isForPerson,
    resource: form.resource.trim() === '' ? NOTHING_EXPECTED.resource : form.resource.trim(),
    when: form.when.trim() === '' ? null : form.when.trim(),
    links: form.links.flatMap(({ title, url }) =>
      title.trim() + url.trim() === '' ? [] : { title: title.trim(), url: url.trim() },
    ),
    ...{ severity, reason, why, remedy },
  }
}

function changesOf({ changes, kept }: ExpectationForm): ExpectationForm['kept'] | undefined {
  const bounds = CHANGE_KINDS.flatMap((kind) => {
    const { min } = kept.changes?.[kind] ?? {}
    const bound = { ...(min !== undefined && { min }), ...countIn('max', changes[kind]) }
    return Object.keys(bound).length === 0 ? [] : [[kind, bound] as const]
  })
  return bounds.length === 0 ? undefined : { ...kept, changes: Object.fromEntries(bounds) }
}

const mapKinds = (valueOf: (kind: ChangeKind) => string): Record<ChangeKind, string> => ({
  added: valueOf('added'),
  removed: valueOf('removed'),
  changed: valueOf('changed'),
})

function boundsOf({ rows, min, max }: ExpectationForm): Bounds {
  switch (rows) {
    case 'any':
      return undefined
    case 'none':
      return { max: 0 }
    case 'some':
      return { min: 1 }
    case 'bounds':
      return { ...countIn('min', min), ...countIn('max', max) }
  }
}

function countIn(key: 'min' | 'max', text: string): { readonly [key: string]: number } {
  const typed = text.trim()
  if (typed === '') return {}
  return { [key]: /^\d+$/.test(typed) ? Number(typed) : (typed as unknown as number) }
}
