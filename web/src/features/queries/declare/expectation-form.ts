import type { Wire } from '../../../lib/api/wire.ts'

export type RowsExpected = 'any' | 'none' | 'some' | 'bounds'
export type Severity = Wire.SavedQuery['severity']

/** What a query expects, as its dialog shows it. */
export type ExpectationForm = {
  readonly rows: RowsExpected
  readonly min: string
  readonly max: string
  readonly every: string
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
  const { rows, every = '' } = query.expect ?? {}
  const { severity, look, resource, reason, when, why, remedy, links } = query
  return {
    rows: rowsExpected(rows),
    min: rows?.min === undefined ? '' : String(rows.min),
    max: rows?.max === undefined ? '' : String(rows.max),
    every,
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
  const isNothing = rows === undefined && every === ''
  return {
    expect: isNothing ? null : { ...(rows && { rows }), ...(every !== '' && { every }) },
    look: isForPerson,
    resource: form.resource.trim() === '' ? NOTHING_EXPECTED.resource : form.resource.trim(),
    when: form.when.trim() === '' ? null : form.when.trim(),
    links: form.links.flatMap(({ title, url }) =>
      title.trim() + url.trim() === '' ? [] : { title: title.trim(), url: url.trim() },
    ),
    ...{ severity, reason, why, remedy },
  }
}

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
