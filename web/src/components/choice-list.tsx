import { Combobox } from '@mantine/core'
import type { FieldChoice } from './choice.ts'
import styles from './choice-field.module.css'
import { words } from './words.ts'

type Props = {
  readonly label: string
  readonly hits: readonly FieldChoice[]
  readonly value: string | undefined
  readonly typed: string | undefined
  /** What is typed can be taken although no choice is it. */
  readonly isTypedAccepted: boolean
  readonly isHidden: boolean
  readonly isCode: boolean
  readonly showsValues: boolean
}

/** The choices that match what is typed. */
export function ChoiceList({ label, hits, value, typed, isTypedAccepted, isHidden, isCode, showsValues }: Props) {
  return (
    <Combobox.Dropdown className={styles.list ?? ''} hidden={isHidden}>
      {/* It floats outside of the page's landmarks, so it brings its own. */}
      <section aria-label={words.choicesOf(label)}>
        <Combobox.Options aria-label={label} className={styles.options ?? ''}>
          {hits.map((choice) => (
            <Combobox.Option
              key={choice.value}
              value={choice.value}
              active={choice.value === value}
              className={styles.option ?? ''}
            >
              {showsValues && choice.label !== undefined && <code className={styles.value}>{choice.value} </code>}
              <span className={isCode ? styles.code : undefined}>{choice.label ?? choice.value}</span>
              {choice.note !== undefined && <span className={styles.note}> {choice.note}</span>}
            </Combobox.Option>
          ))}
          {hits.length === 0 && (
            <Combobox.Empty className={styles.none ?? ''}>
              {isTypedAccepted ? words.enterTakes(typed ?? '') : typed ? words.noMatch(typed) : words.noChoice}
            </Combobox.Empty>
          )}
        </Combobox.Options>
      </section>
    </Combobox.Dropdown>
  )
}
