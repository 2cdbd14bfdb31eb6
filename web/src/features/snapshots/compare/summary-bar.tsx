import { useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { type CompareAddress } from './compare-search.ts'
import { CHANGES, type Change, type Comparison } from './comparison.ts'
import { words } from './words.ts'
import styles from './compare.module.css'

type Props = {
  readonly comparison: Comparison
  readonly address: CompareAddress
  readonly onChange: (change: Partial<CompareAddress>) => void
}

const FEW = 8

/** Counts first: how many rows differ and in what. Each of them narrows the list. */
export function SummaryBar({ comparison, address, onChange }: Props) {
  const { summary, attributes } = comparison
  return (
    <div className={styles.summary}>
      <ul aria-label={words.summary} className={styles.counts}>
        {CHANGES.map((change) => (
          <li key={change} data-change={change}>
            <Count change={change} count={summary[change]} {...{ address, onChange }} />
          </li>
        ))}
        <li className={styles.unchanged}>
          <span aria-hidden>=</span> {words.counts.unchanged(summary.unchanged)}
        </li>
      </ul>
      {attributes.length > 0 && <Attributes {...{ attributes, address, onChange }} />}
    </div>
  )
}

type CountProps = Pick<Props, 'address' | 'onChange'> & { readonly change: Change; readonly count: number }

function Count({ change, count, address: { changes }, onChange }: CountProps) {
  const isNarrowed = changes.length < CHANGES.length
  const isChosen = isNarrowed && changes.includes(change)
  const text = (
    <>
      <span aria-hidden>{words.signs[change]}</span> {words.counts[change](count)}
    </>
  )
  if (count === 0) return <span className={styles.zero}>{text}</span>
  const next = isChosen ? changes.filter((one) => one !== change) : [...(isNarrowed ? changes : []), change]
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      className={styles.count}
      onClick={() => onChange({ changes: next.length === 0 ? CHANGES : CHANGES.filter((one) => next.includes(one)) })}
    >
      {text}
    </button>
  )
}

type AttributesProps = Pick<Props, 'address' | 'onChange'> & { readonly attributes: Comparison['attributes'] }

function Attributes({ attributes, address: { fields }, onChange }: AttributesProps) {
  const [showsAll, setShowsAll] = useState(false)
  const isChosen = (name: string) => fields.includes(name)
  const shown = showsAll ? attributes : attributes.filter(({ name }, index) => index < FEW || isChosen(name))
  const rest = attributes.length - shown.length
  return (
    <div role="group" aria-label={words.attributes} className={styles.attributes}>
      {shown.map(({ name, rows }) => (
        <button
          key={name}
          type="button"
          aria-pressed={isChosen(name)}
          className={styles.attribute}
          onClick={() =>
            onChange({ fields: isChosen(name) ? fields.filter((field) => field !== name) : [...fields, name] })
          }
        >
          {words.attribute(name, rows)}
        </button>
      ))}
      {attributes.length > FEW && (rest > 0 || showsAll) && (
        <Button look="link" aria-expanded={showsAll} onClick={() => setShowsAll(!showsAll)}>
          {showsAll ? words.fewerAttributes : words.moreAttributes(rest)}
        </Button>
      )}
    </div>
  )
}
