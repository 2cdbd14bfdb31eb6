import { AreaIcon } from './area-icon.tsx'
import styles from './shell.module.css'

/** A word; on a telephone its drawing, and the word only for those who hear it. */
export const ToolLabel = ({ name }: { readonly name: string }) => (
  <>
    <span className={styles.toolIcon}>
      <AreaIcon name={name} />
    </span>
    <span className={styles.toolWord}>{name}</span>
  </>
)
