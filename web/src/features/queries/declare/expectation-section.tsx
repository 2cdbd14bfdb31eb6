import { Section } from '../../../canvas/inspector/section.tsx'
import { Button } from '../../../components/button.tsx'
import { Light, type LightColor } from '../../../components/light.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import styles from './declared.module.css'
import { CHANGE_KINDS, type Expectation, rowsExpected } from './expectation-form.ts'
import { words } from './words.ts'

const text = words.expectation

type Verdict = NonNullable<Wire.ExecutionLog['expectation']>

const COLORS: Readonly<Record<Verdict['status'], LightColor>> = {
  passed: 'ok',
  failed: 'bad',
  look: 'warn',
  waived: 'off',
  not_applicable: 'off',
}

type Props = {
  readonly expectation: Expectation
  /** What the last run said. */
  readonly verdict: Verdict | undefined
  readonly isReadOnly: boolean
  readonly onOpen: () => void
}

/** What a query expects of its rows, and whether the last ones were like that. */
export function ExpectationSection({ expectation, verdict, isReadOnly, onOpen }: Props) {
  const { expect } = expectation
  return (
    <Section
      title={text.title}
      actions={
        !isReadOnly && (
          <Button look="link" onClick={onOpen}>
            {expect ? words.edit : text.declare}
          </Button>
        )
      }
    >
      {expect ? <Expected {...expectation} expect={expect} /> : <p className={styles.quiet}>{text.none}</p>}
      {expect && verdict && (
        <div className={styles.expected}>
          <p>
            {text.lastRun} <Light color={COLORS[verdict.status]} text={text.verdicts[verdict.status]} />
          </p>
          {verdict.reason !== null && <p className={styles.facts}>{verdict.reason}</p>}
        </div>
      )}
    </Section>
  )
}

type ExpectedProps = Omit<Expectation, 'expect'> & { readonly expect: NonNullable<Expectation['expect']> }

function Expected({ expect: { rows, every, changes = {} }, when, severity, look }: ExpectedProps) {
  const kind = rowsExpected(rows)
  return (
    <div className={styles.expected}>
      {rows && <p>{kind === 'bounds' ? text.between(rows.min, rows.max) : text.rows[kind]}</p>}
      {every !== undefined && (
        <p>
          {text.every} <code>{every}</code>
        </p>
      )}
      {CHANGE_KINDS.map((kind) => {
        const { min, max } = changes[kind] ?? {}
        return min === undefined && max === undefined ? null : <p key={kind}>{text.changed(kind, min, max)}</p>
      })}
      {when !== null && (
        <p>
          {text.where} <code>{when}</code>
        </p>
      )}
      <p className={styles.facts}>
        {[text.severities[severity], look ? text.forPerson : ''].filter(Boolean).join(' · ')}
      </p>
    </div>
  )
}
