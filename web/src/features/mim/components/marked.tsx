import { foundParts } from './found-parts.ts'
import styles from './marked.module.css'

/** A text with what was sought in it. */
export const Marked = ({ text, typed }: { readonly text: string; readonly typed: string }) =>
  foundParts(text, typed).map((part, index) =>
    part.isFound ? (
      <mark key={index} className={styles.mark}>
        {part.text}
      </mark>
    ) : (
      part.text
    ),
  )
