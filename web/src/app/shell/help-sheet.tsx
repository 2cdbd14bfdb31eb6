import { Dialog } from '../../components/dialog.tsx'
import { AREAS } from './areas.ts'
import { useKeyActions } from './keys.tsx'
import styles from './help-sheet.module.css'

const KEYS: readonly (readonly [keys: string, what: string])[] = [
  ['Ctrl K', 'Find a page, a query, a class or an action'],
  ['/', 'Search on this page'],
  ['?', 'This list'],
  ['Esc', 'Close what is on top'],
  ...AREAS.map(({ key, name }) => [`G ${key}`, `Go to ${name}`] as const),
]

export function HelpSheet() {
  const { isHelpOpen, close } = useKeyActions()
  return (
    <Dialog title="Keys" isOpen={isHelpOpen} onClose={close}>
      <dl className={styles.keys}>
        {KEYS.map(([keys, what]) => (
          <div key={keys}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
