import { useVirtualizer } from '@tanstack/react-virtual'
import { useRef, useState } from 'react'
import { CheckField, Field } from '../../../components/field.tsx'
import { SearchInput } from '../../../components/search-field.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { words } from '../words.ts'
import { offeredProperties } from './property-order.ts'
import styles from './properties.module.css'

type Props = {
  readonly properties: readonly Wire.MimProperty[]
  readonly used: ReadonlySet<string>
  readonly chosen: readonly string[]
  readonly onChange: (names: readonly string[]) => void
}

const ROW_HEIGHT = 26

/** All properties of a class to tick, found by name or label. Classes have hundreds: only those in sight are drawn. */
export function PropertyChoices({ properties, used, chosen, onChange }: Props) {
  const [text, setText] = useState('')
  // The order stays while one ticks: a list that jumps under the pointer is no list.
  const [usedAtFirst] = useState(used)
  const scroller = useRef<HTMLDivElement>(null)
  const offered = offeredProperties(properties, usedAtFirst, text)
  const rows = useVirtualizer({
    count: offered.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 6,
  })
  return (
    <>
      <div data-place="property-search">
        <Field label={words.searchProperties} isLabelHidden>
          {(given) => (
            <SearchInput
              {...given}
              placeholder={words.searchProperties}
              value={text}
              onChange={(event) => setText(event.currentTarget.value)}
            />
          )}
        </Field>
      </div>
      {offered.length === 0 && <p className={styles.quiet}>{words.noneFits(text)}</p>}
      <div ref={scroller} role="group" aria-label={words.available} className={styles.choices}>
        <div className={styles.rows} style={{ height: rows.getTotalSize() }}>
          {rows.getVirtualItems().map((row) => {
            const property = offered[row.index]!
            return (
              <div key={property.name} className={styles.choice} style={{ transform: `translateY(${row.start}px)` }}>
                <CheckField
                  label={
                    <>
                      <span className="code">{property.name}</span>{' '}
                      <span className={styles.note}>{noteOf(property)}</span>
                    </>
                  }
                  checked={chosen.includes(property.name)}
                  onChange={({ currentTarget: { checked } }) =>
                    onChange(checked ? [...chosen, property.name] : chosen.filter((name) => name !== property.name))
                  }
                />
              </div>
            )
          })}
        </div>
      </div>
    </>
  )
}

const noteOf = ({ label, naming, type }: Wire.MimProperty): string =>
  [label, ...(naming ? [words.namingMark] : []), type].join(' · ')
