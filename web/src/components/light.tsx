import styles from './light.module.css'

export type LightColor = 'ok' | 'bad' | 'warn' | 'busy' | 'off'

/** A state in a word, with a mark of its own shape: colour is never all there is. */
export const Light = ({ color, text }: { readonly color: LightColor; readonly text: string }) => (
  <span className={styles.light}>
    <span className={`${styles.dot} ${color === 'off' ? '' : styles[color]}`} aria-hidden />
    {text}
  </span>
)
