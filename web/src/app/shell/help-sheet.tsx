import { Dialog } from '../../components/dialog.tsx'
import { useProfile } from '../../lib/session/context.tsx'
import { useHasSingleKeys } from '../../lib/session/preferences.ts'
import { AREAS, isOpenTo } from './areas.ts'
import styles from './help-sheet.module.css'
import { useKeyActions } from './keys.tsx'
import { type KeyHelp, words } from './help-words.ts'

/** All keys, by where they work. */
export function HelpSheet() {
  const { isHelpOpen, close } = useKeyActions()
  const profile = useProfile()
  const areas = AREAS.filter((area) => isOpenTo(area, profile))
  return (
    <Dialog title={words.title} isOpen={isHelpOpen} onClose={close} width={760}>
      {!useHasSingleKeys() && <p className={styles.off}>{words.off}</p>}
      <div className={styles.groups}>
        <div>
          <KeyGroup title={words.everywhere} keys={words.keys.everywhere} />
          <KeyGroup title={words.areas} keys={areas.map(({ key, name }) => [`G ${key}`, name] as const)} />
          <KeyGroup title={words.lists} keys={words.keys.lists} />
        </div>
        <div>
          <KeyGroup title={words.canvas} keys={words.keys.canvas} />
          <KeyGroup title={words.rows} keys={words.keys.rows} />
        </div>
      </div>
    </Dialog>
  )
}

const KeyGroup = ({ title, keys }: { readonly title: string; readonly keys: KeyHelp }) => (
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
