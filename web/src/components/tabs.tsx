import { type KeyboardEvent, type ReactNode, useId } from 'react'
import styles from './tabs.module.css'

export type Tab = {
  readonly name: string
  readonly title: string
  /** Beside the title, such as a count. */
  readonly note?: ReactNode
  readonly content: () => ReactNode
}

type Props = {
  readonly label: string
  readonly tabs: readonly Tab[]
  readonly selected: string
  readonly onSelect: (name: string) => void
  /** At the end of the row of tabs. */
  readonly aside?: ReactNode
}

/** One of several panels. Arrows move between the tabs; only the panel that is shown exists. */
export function Tabs({ label, tabs, selected, onSelect, aside }: Props) {
  const id = useId()
  const index = Math.max(
    0,
    tabs.findIndex(({ name }) => name === selected),
  )
  const shown = tabs[index]
  const handleKey = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    const next = tabs[(index + step + tabs.length) % tabs.length]!
    onSelect(next.name)
    document.getElementById(`${id}-${next.name}`)?.focus()
  }
  return (
    <div className={styles.tabs}>
      <div className={styles.bar}>
        <div role="tablist" aria-label={label} className={styles.list}>
          {tabs.map(({ name, title, note }) => (
            <button
              key={name}
              id={`${id}-${name}`}
              type="button"
              role="tab"
              aria-selected={name === shown?.name}
              {...(name === shown?.name && { 'aria-controls': `${id}-panel` })}
              tabIndex={name === shown?.name ? 0 : -1}
              className={styles.tab}
              onClick={() => onSelect(name)}
              onKeyDown={handleKey}
            >
              {title}
              {note}
            </button>
          ))}
        </div>
        {aside !== undefined && <div className={styles.aside}>{aside}</div>}
      </div>
      {shown && (
        <div id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-${shown.name}`} className={styles.panel}>
          {shown.content()}
        </div>
      )}
    </div>
  )
}
