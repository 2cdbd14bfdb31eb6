import styles from './switch.module.css'

type Props = {
  readonly label: string
  readonly isOn: boolean
  readonly isDisabled?: boolean
  readonly onChange: (isOn: boolean) => void
}

/** Turns something on or off at once. */
export const Switch = ({ label, isOn, isDisabled = false, onChange }: Props) => (
  <input
    type="checkbox"
    // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- a checkbox says whether it is checked
    role="switch"
    className={styles.switch}
    aria-label={label}
    title={label}
    checked={isOn}
    disabled={isDisabled}
    onChange={(event) => onChange(event.currentTarget.checked)}
  />
)
