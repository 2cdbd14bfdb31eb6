import { variablesOf } from '@heddle/domain/canvas-editing/variables.ts'
import { useMemo } from 'react'
import { useDrawing } from '../../../canvas/canvas-context.tsx'
import { Section } from '../../../canvas/inspector/section.tsx'
import { Button } from '../../../components/button.tsx'
import { Menu } from '../../../components/menu.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import styles from './declared.module.css'
import { moved } from './parameter-form.ts'
import { words } from './words.ts'

const text = words.parameters

type Props = {
  readonly parameters: readonly Wire.Parameter[]
  readonly isReadOnly: boolean
  /** A new one, or the one of this name. */
  readonly onOpen: (name: string | undefined) => void
  readonly onChange: (parameters: readonly Wire.Parameter[]) => void
}

/** The parameters that a query declares, and the variables that nobody declared. */
export function ParametersSection({ parameters, isReadOnly, onOpen, onChange }: Props) {
  const canvas = useDrawing()
  const used = useMemo(() => new Set(variablesOf(canvas).map(({ name }) => name)), [canvas])
  const undeclared = [...used].filter((name) => parameters.every((one) => one.name !== name))
  return (
    <Section
      title={text.title}
      actions={
        !isReadOnly && (
          <Button look="link" onClick={() => onOpen(undefined)}>
            {text.declare}
          </Button>
        )
      }
    >
      {parameters.length === 0 && <p className={styles.quiet}>{text.none}</p>}
      <ul className={styles.list} aria-label={text.title}>
        {parameters.map((parameter, index) => (
          <li key={parameter.name} className={styles.item}>
            <Item parameter={parameter} isUsed={used.has(parameter.name)} {...{ isReadOnly, onOpen }} />
            {!isReadOnly && (
              <Menu
                label={text.actions(parameter.name)}
                target={
                  <Button look="link" aria-label={text.actions(parameter.name)}>
                    <span aria-hidden>⋯</span>
                  </Button>
                }
                entries={[
                  { text: text.up, onSelect: () => onChange(moved(parameters, index, -1)) },
                  { text: text.down, onSelect: () => onChange(moved(parameters, index, 1)) },
                  { text: text.remove, isDangerous: true, onSelect: () => onChange(parameters.toSpliced(index, 1)) },
                ]}
              />
            )}
          </li>
        ))}
      </ul>
      {undeclared.length > 0 && !isReadOnly && (
        <p className={styles.undeclared}>
          <span>{text.undeclared}</span>
          {undeclared.map((name) => (
            <Button key={name} look="link" aria-label={text.declareNamed(name)} onClick={() => onOpen(name)}>
              <code>{name}</code>
            </Button>
          ))}
        </p>
      )}
    </Section>
  )
}

type ItemProps = Pick<Props, 'isReadOnly' | 'onOpen'> & {
  readonly parameter: Wire.Parameter
  readonly isUsed: boolean
}

function Item({ parameter, isUsed, isReadOnly, onOpen }: ItemProps) {
  const content = (
    <>
      <span className={styles.name}>{parameter.name}</span>
      <span className={styles.facts}>{factsOf(parameter, isUsed)}</span>
    </>
  )
  if (isReadOnly) return <span className={styles.open}>{content}</span>
  return (
    <button
      type="button"
      className={styles.open}
      aria-label={text.editNamed(parameter.name)}
      onClick={() => onOpen(parameter.name)}
    >
      {content}
    </button>
  )
}

function factsOf(
  { name, label, type, required, default: standard, choices, choices_from }: Wire.Parameter,
  used: boolean,
) {
  const facts = [
    label === name ? undefined : label,
    text.types[type].toLocaleLowerCase('en').replace(/^dn$/, 'DN'),
    required && standard === null ? text.required : undefined,
    standard === null ? undefined : text.standard(String(standard)),
    choices && text.choices(choices.length),
    choices_from && text.choicesFromQuery,
    used ? undefined : text.unused,
  ]
  return facts.filter((fact) => fact !== undefined).join(' · ')
}
