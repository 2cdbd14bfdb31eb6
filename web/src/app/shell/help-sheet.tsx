import { Dialog } from '../../components/dialog.tsx'
import { useProfile } from '../../lib/session/context.tsx'
import { useHasSingleKeys } from '../../lib/session/preferences.ts'
import { AREAS } from './areas.ts'
import styles from './help-sheet.module.css'
import { useKeyActions } from './keys.tsx'

type Keys = readonly (readonly [keys: string, what: string])[]

const EVERYWHERE: Keys = [
  ['Ctrl K', 'Find a page, a query, a class or an action'],
  ['/', 'Search on this page'],
  ['?', 'This list'],
  ['Esc', 'Close what is on top'],
]
const LISTS: Keys = [
  ['J K', 'Next and previous row'],
  ['Enter', 'Open it'],
  ['X', 'Select it'],
  ['[ ]', 'Previous and next change'],
]
const CANVAS: Keys = [
  ['Ctrl Enter', 'Run'],
  ['Ctrl S', 'Save'],
  ['N', 'Add a class'],
  ['C', 'Connect the node'],
  ['Tab', 'Next node or thread'],
  ['Arrows', 'Move the node'],
  ['Enter', 'Open it in the inspector'],
  ['P', 'Make it the rows of the query'],
  ['Delete', 'Remove it'],
  ['L', 'Tidy'],
  ['F8', 'Next problem'],
  ['+ − 0', 'Zoom in, out, fit'],
  ['Ctrl Z', 'Undo; with Shift, redo'],
  ['Ctrl A C X V D', 'Select all, copy, cut, paste, duplicate'],
]
const ROWS: Keys = [
  ['Arrows', 'Move; with Shift, select'],
  ['Home End', 'First and last column; with Ctrl, row'],
  ['Enter', 'On a head: sort'],
  ['Ctrl C', 'Copy for a spreadsheet'],
  ['Shift F10', 'Menu of the cell'],
]

/** All keys, by where they work. */
export function HelpSheet() {
  const { isHelpOpen, close } = useKeyActions()
  const { permissions } = useProfile()
  const areas = AREAS.filter(({ permission }) => permission === undefined || permissions.includes(permission))
  return (
    <Dialog title="Keys" isOpen={isHelpOpen} onClose={close} width={760}>
      {!useHasSingleKeys() && (
        <p className={styles.off}>
          Single-letter keys are turned off in your account, so G, /, ?, J, K and the like do nothing.
        </p>
      )}
      <div className={styles.groups}>
        <div>
          <Group title="Everywhere" keys={EVERYWHERE} />
          <Group title="Areas" keys={areas.map(({ key, name }) => [`G ${key}`, name] as const)} />
          <Group title="Lists" keys={LISTS} />
        </div>
        <div>
          <Group title="Canvas" keys={CANVAS} />
          <Group title="Rows" keys={ROWS} />
        </div>
      </div>
    </Dialog>
  )
}

const Group = ({ title, keys }: { readonly title: string; readonly keys: Keys }) => (
  <section className={styles.group}>
    <h3>{title}</h3>
    <dl className={styles.keys}>
      {keys.map(([key, what]) => (
        <div key={key}>
          <dt>
            <kbd>{key}</kbd>
          </dt>
          <dd>{what}</dd>
        </div>
      ))}
    </dl>
  </section>
)
