import type { ComponentProps } from 'react'
import styles from './chip.module.css'

type Props = ComponentProps<'li'> & {
  /** A `span` where the chips are no list of their own. */
  readonly as?: 'li' | 'span'
  /** It is not what it should be. */
  readonly isWrong?: boolean
}

/** One of several values in a row. */
export function Chip({ as: Element = 'li', isWrong = false, className = '', ...rest }: Props) {
  return <Element {...rest} className={`${styles.chip} ${isWrong ? styles.wrong : ''} ${className}`} />
}

type RemoveProps = Omit<ComponentProps<'button'>, 'children' | 'className' | 'type'> & { readonly 'aria-label': string }

/** Removes the chip that it ends. */
export const ChipRemove = (props: RemoveProps) => (
  <button type="button" {...props} className={styles.remove}>
    ×
  </button>
)
