import type { Imported } from './read-import.ts'
import styles from './dialogs.module.css'

export type ImportFault = { readonly place?: string; readonly text: string }
const ON_FIELDS = ['name', 'category', 'controller_connection']

/** What is wrong with the file, or with what the server was sent; faults of fields are shown at the fields. */
export function importFaults(
  imported: Imported | undefined,
  fileFault: string | undefined,
  error: Error | null,
  refused: Readonly<Record<string, readonly string[]>>,
): readonly ImportFault[] {
  if (fileFault !== undefined) return [{ text: fileFault }]
  if (imported?.kind === 'fault') return [{ text: imported.fault }]
  if (!error) return []
  const fields = Object.entries(refused)
  if (fields.length === 0) return [{ text: error.message }]
  return fields
    .filter(([place]) => !ON_FIELDS.includes(place) || imported?.kind === 'file')
    .flatMap(([place, messages]) => messages.map((text) => (place === 'non_field_errors' ? { text } : { place, text })))
}

export const ImportFaults = ({ faults }: { readonly faults: readonly ImportFault[] }) => (
  <div role="alert" className={styles.faults}>
    <ul>
      {faults.map(({ place, text }) => (
        <li key={`${place}${text}`}>
          {place !== undefined && <code>{place}</code>}
          {text}
        </li>
      ))}
    </ul>
  </div>
)
