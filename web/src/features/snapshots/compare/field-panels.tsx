import { type ReactNode, useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { CheckField } from '../../../components/field.tsx'
import { screenPlaceOf } from '../../../components/menu-at.tsx'
import { PanelAt } from '../../../components/panel-at.tsx'
import { SearchInput } from '../../../components/search-field.tsx'
import type { CompareAddress } from './compare-search.ts'
import type { Comparison } from './comparison.ts'
import { words } from './words.ts'
import styles from './field-panels.module.css'

type Props = {
  readonly comparison: Comparison
  /** Of both sides. */
  readonly columns: readonly string[]
  readonly address: CompareAddress
  readonly onChange: (change: Partial<CompareAddress>) => void
}

/** Which fields do not count as a change: applied at once, and in the address. */
export function IgnorePanel({ comparison, columns, address, onChange }: Props) {
  // What is wanted counts before the comparison that leaves it out has arrived.
  const ignored = address.ignored ?? comparison.ignored_fields
  const [known, setKnown] = useState(ignored)
  const listed = [...new Set([...known, ...ignored])]
  const set = (fields: readonly string[] | undefined) => onChange({ ignored: fields, row: undefined })
  const candidates = columns.filter((name) => !listed.includes(name))
  return (
    <PanelButton text={words.ignoring(ignored.length)} label={words.ignoredFields}>
      <p>{words.ignoredFields}</p>
      <FieldChecks
        names={[...listed, ...candidates]}
        chosen={ignored}
        onToggle={(name, isChosen) => {
          setKnown([...new Set([...listed, name])])
          set(isChosen ? [...ignored, name] : ignored.filter((field) => field !== name))
        }}
      />
      {address.ignored !== undefined && (
        <Button look="link" onClick={() => set(undefined)}>
          {words.usualIgnored}
        </Button>
      )}
    </PanelButton>
  )
}

/** Which columns make two rows the same row. */
export function KeyPanel({ comparison, columns, address, onChange }: Props) {
  const { key_fields: keys, repeatedKeys } = comparison
  const [wanted, setWanted] = useState<readonly string[]>()
  const chosen = wanted ?? keys
  return (
    <PanelButton
      text={words.key(keys.length === 0 ? words.wholeRow : keys.join(' + '))}
      label={words.keyTitle}
      isWarning={repeatedKeys > 0}
    >
      <p>{words.keyTitle}</p>
      {repeatedKeys > 0 && <p className={styles.warning}>{words.keyRepeats(repeatedKeys)}</p>}
      <FieldChecks
        names={[...keys, ...columns.filter((name) => !keys.includes(name))]}
        chosen={chosen}
        onToggle={(name, isChosen) =>
          setWanted(isChosen ? [...chosen, name] : chosen.filter((field) => field !== name))
        }
      />
      <div className={styles.actions}>
        <Button
          look="primary"
          onClick={() => {
            setWanted(undefined)
            onChange({ keyFields: chosen.length === 0 ? undefined : chosen, row: undefined })
          }}
        >
          {words.apply}
        </Button>
        {address.keyFields !== undefined && (
          <Button look="link" onClick={() => onChange({ keyFields: undefined, row: undefined })}>
            {words.keyUsual}
          </Button>
        )}
      </div>
    </PanelButton>
  )
}

type ButtonProps = {
  readonly text: string
  readonly label: string
  readonly isWarning?: boolean
  readonly children: ReactNode
}

function PanelButton({ text, label, isWarning = false, children }: ButtonProps) {
  const [at, setAt] = useState<ReturnType<typeof screenPlaceOf>>()
  return (
    <>
      <Button
        aria-haspopup="dialog"
        className={isWarning ? styles.warned : undefined}
        onClick={(event) => setAt(screenPlaceOf(event.currentTarget))}
      >
        {text} <span aria-hidden>▾</span>
      </Button>
      {at && (
        <PanelAt label={label} at={at} onClose={() => setAt(undefined)}>
          <div className={styles.panel}>{children}</div>
        </PanelAt>
      )}
    </>
  )
}

const MANY = 12

type ChecksProps = {
  readonly names: readonly string[]
  readonly chosen: readonly string[]
  readonly onToggle: (name: string, isChosen: boolean) => void
}

function FieldChecks({ names, chosen, onToggle }: ChecksProps) {
  const [text, setText] = useState('')
  const hits = names.filter((name) => name.toLowerCase().includes(text.trim().toLowerCase()))
  return (
    <>
      {names.length > MANY && (
        <SearchInput
          aria-label={words.findColumn}
          placeholder={words.findColumn}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      )}
      <ul className={styles.fields}>
        {hits.map((name) => (
          <li key={name}>
            <CheckField
              label={<code>{name}</code>}
              checked={chosen.includes(name)}
              onChange={(event) => onToggle(name, event.currentTarget.checked)}
            />
          </li>
        ))}
      </ul>
      {hits.length === 0 && <p>{words.noColumn}</p>}
    </>
  )
}
