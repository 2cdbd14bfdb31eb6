import { words } from '../words.ts'
import styles from './account-choice.module.css'

/** The server says in the page whether there is a directory: who has not signed in may ask nothing else. */
export const hasDirectory = (): boolean =>
  document.querySelector<HTMLMetaElement>('meta[name="heddle-directory"]')?.content === 'on'

type Props = { readonly isDirectory: boolean; readonly onChange: (isDirectory: boolean) => void }

export const AccountChoice = ({ isDirectory, onChange }: Props) => (
  <fieldset className={styles.choice}>
    <legend className="sr-only">{words.directory}</legend>
    {[[false, words.local] as const, [true, words.ldap] as const].map(([value, label]) => (
      <label key={label}>
        <input type="radio" name="account" checked={isDirectory === value} onChange={() => onChange(value)} />
        <span>{label}</span>
      </label>
    ))}
  </fieldset>
)
