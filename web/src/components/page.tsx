import { createContext, type ReactNode, useContext, useEffect } from 'react'
import styles from './page.module.css'

/** The end of every page's head, which the shell fills. */
const ToolsContext = createContext<ReactNode>(undefined)

export const PageTools = ({ value, children }: { readonly value: ReactNode; readonly children: ReactNode }) => (
  <ToolsContext value={value}>{children}</ToolsContext>
)

type Props = {
  readonly title: string
  /** Where it belongs: links, from the outside in. */
  readonly trail?: ReactNode
  readonly note?: ReactNode
  readonly actions?: ReactNode
  /** As high as the window: its parts scroll, not the page. Narrow screens scroll all the same. */
  readonly isFilled?: boolean
  /** For the page that everything starts from. */
  readonly isTitleLarge?: boolean
  readonly children: ReactNode
}

/** A page: its one heading, its actions, its content. */
export function Page({ title, trail, note, actions, isFilled = false, isTitleLarge, children }: Props) {
  const tools = useContext(ToolsContext)
  useEffect(() => {
    document.title = `${title} · Heddle`
  }, [title])
  return (
    <div className={`${styles.page} ${isFilled ? styles.filled : ''}`}>
      <header className={styles.head}>
        <div className={styles.title}>
          {trail !== undefined && trail !== false && <span className={styles.trail}>{trail} /</span>}
          <h1 className={isTitleLarge ? styles.large : undefined} tabIndex={-1}>
            {title}
          </h1>
          {note !== undefined && <span className={styles.note}>{note}</span>}
        </div>
        <div className={styles.ways}>
          {actions !== undefined && <div className={styles.actions}>{actions}</div>}
          <div className={styles.tools}>{tools}</div>
        </div>
      </header>
      {children}
    </div>
  )
}
