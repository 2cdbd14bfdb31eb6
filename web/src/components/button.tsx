import type { ComponentProps, ReactNode } from 'react'
import styles from './button.module.css'

export type ButtonLook = 'default' | 'primary' | 'quiet' | 'danger' | 'link'

type Props = Omit<ComponentProps<'button'>, 'disabled'> & {
  readonly look?: ButtonLook
  /** Why it does nothing just now. It stays in the tab order, so that everybody can find out. */
  readonly impossible?: string | undefined
  readonly isWide?: boolean
  /** Shown on the button: `Ctrl S`. */
  readonly keys?: string
  readonly children: ReactNode
}

export function Button({ look = 'default', impossible, isWide, keys, className, children, onClick, ...rest }: Props) {
  const classes = [styles.button, look !== 'default' && styles[look], isWide && styles.wide, className]
    .filter(Boolean)
    .join(' ')
  return (
    <button
      type="button"
      className={classes}
      {...(impossible !== undefined && {
        'aria-disabled': true,
        'aria-description': impossible,
        title: impossible,
        'data-why': impossible,
      })}
      {...rest}
      onClick={(event) => {
        if (impossible === undefined) onClick?.(event)
        else event.preventDefault()
      }}
    >
      {children}
      {keys !== undefined && (
        <kbd className={styles.key} aria-hidden>
          {keys}
        </kbd>
      )}
    </button>
  )
}

/** The look of a button for what is a link. */
export const buttonClass = (look: ButtonLook = 'default'): string =>
  [styles.button, look !== 'default' && styles[look]].filter(Boolean).join(' ')

/** A button and, beside it, the menu of its variants. */
export const JoinedButtons = ({ children }: { readonly children: ReactNode }) => (
  <span className={styles.joined}>{children}</span>
)
