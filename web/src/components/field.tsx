import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import styles from './field.module.css'
import text from './text.module.css'
import { words } from './words.ts'

type Shared = {
  readonly label: string
  /** Hidden from the eye where the layout says it, never from the ear. */
  readonly isLabelHidden?: boolean
  /** What files and the API call it: small, behind the label, and its name for programs; the label describes it. */
  readonly inFiles?: string | undefined
  readonly hint?: ReactNode
  /** What the server, or we, find wrong with the value. */
  readonly faults?: readonly string[] | undefined
}

type FrameProps = Shared & {
  readonly children: (given: {
    id: string
    'aria-labelledby'?: string
    'aria-invalid'?: boolean
    'aria-describedby'?: string
  }) => ReactNode
}

/** A label, what belongs to it, and what is wrong with it. */
export function Field({ label, isLabelHidden, inFiles, hint, faults = [], children }: FrameProps) {
  const id = useId()
  const described = [
    inFiles !== undefined && `${id}-label`,
    hint !== undefined && `${id}-hint`,
    faults.length > 0 && `${id}-fault`,
  ]
    .filter(Boolean)
    .join(' ')
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={isLabelHidden ? 'sr-only' : styles.label}>
        <span id={`${id}-label`}>{label}</span>
        {inFiles !== undefined && <InFiles id={`${id}-name`} name={inFiles} />}
      </label>
      {children({
        id,
        ...(inFiles !== undefined && { 'aria-labelledby': `${id}-name` }),
        ...(faults.length > 0 && { 'aria-invalid': true }),
        ...(described !== '' && { 'aria-describedby': described }),
      })}
      {hint !== undefined && (
        <p id={`${id}-hint`} className={text.caption}>
          {hint}
        </p>
      )}
      {faults.length > 0 && (
        <p id={`${id}-fault`} className={`${text.caption} ${text.fault}`}>
          {faults.join(' ')}
        </p>
      )}
    </div>
  )
}

/** What files and the API call something, for those who write them. */
export const InFiles = ({ id, name }: { readonly id?: string; readonly name: string }) => (
  <>
    {' '}
    <code {...(id !== undefined && { id })} className={styles.inFiles}>
      {name}
    </code>
  </>
)

type TextProps = Shared & Omit<ComponentProps<'input'>, 'id' | 'className'> & { readonly isCode?: boolean }

export function TextField({ label, isLabelHidden, inFiles, hint, faults, isCode, ...rest }: TextProps) {
  return (
    <Field label={label} inFiles={inFiles} hint={hint} faults={faults} {...(isLabelHidden && { isLabelHidden })}>
      {(given) => <input type="text" className={`${styles.input} ${isCode ? styles.code : ''}`} {...rest} {...given} />}
    </Field>
  )
}

type AreaProps = Shared & Omit<ComponentProps<'textarea'>, 'id' | 'className'> & { readonly isCode?: boolean }

export function TextArea({ label, isLabelHidden, inFiles, hint, faults, isCode, ...rest }: AreaProps) {
  return (
    <Field label={label} inFiles={inFiles} hint={hint} faults={faults} {...(isLabelHidden && { isLabelHidden })}>
      {(given) => <textarea className={`${styles.input} ${isCode ? styles.code : ''}`} {...rest} {...given} />}
    </Field>
  )
}

/** Pasting is allowed, and the value can be shown. */
export function PasswordField({ label, isLabelHidden, hint, faults, ...rest }: TextProps) {
  const [isShown, setIsShown] = useState(false)
  return (
    <Field label={label} hint={hint} faults={faults} {...(isLabelHidden && { isLabelHidden })}>
      {(given) => (
        <span className={styles.box}>
          <input
            type={isShown ? 'text' : 'password'}
            className={`${styles.input} ${styles.withShow}`}
            {...rest}
            {...given}
          />
          <button
            type="button"
            className={styles.show}
            aria-label={isShown ? words.hideCharacters : words.showCharacters}
            onClick={() => setIsShown(!isShown)}
          >
            {isShown ? words.hide : words.show}
          </button>
        </span>
      )}
    </Field>
  )
}

type CheckProps = Omit<ComponentProps<'input'>, 'type' | 'id'> & { readonly label: ReactNode }

export function CheckField({ label, ...rest }: CheckProps) {
  return (
    <label className={styles.check}>
      <input type="checkbox" {...rest} />
      <span>{label}</span>
    </label>
  )
}

type HintedCheckProps = {
  readonly label: string
  readonly hint: ReactNode
  readonly isChecked: boolean
  readonly faults?: readonly string[] | undefined
  readonly onChange: (isChecked: boolean) => void
}

/** With what it means below it, or what is wrong with it. */
export const HintedCheck = ({ label, hint, isChecked, faults = [], onChange }: HintedCheckProps) => (
  <div>
    <CheckField label={label} checked={isChecked} onChange={(event) => onChange(event.currentTarget.checked)} />
    <p className={`${text.caption} ${styles.checkHint} ${faults.length > 0 ? text.fault : ''}`}>
      {faults.length > 0 ? faults.join(' ') : hint}
    </p>
  </div>
)
