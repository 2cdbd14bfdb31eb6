import { type ReactNode, useEffect } from 'react'
import { BrandMark } from '../../../components/mark.tsx'
import { words } from '../words.ts'
import styles from './sign-in-frame.module.css'
import panel from './sign-in-panel.module.css'

type Props = { readonly title: string; readonly notice?: string | undefined; readonly children: ReactNode }

/** The page of someone who has not signed in. */
export function SignInFrame({ title, notice, children }: Props) {
  useEffect(() => {
    document.title = `${title} · Heddle`
  }, [title])
  return (
    <main className={styles.page}>
      <div className={panel.panel}>
        <div className={styles.brand}>
          <BrandMark size={36} />
          <div>
            <p className={styles.name}>Heddle</p>
            <p className={styles.tagline}>{words.tagline}</p>
          </div>
        </div>
        <h1 className={styles.title}>{title}</h1>
        {notice !== undefined && (
          <p role="status" className={styles.notice}>
            {notice}
          </p>
        )}
        {children}
      </div>
    </main>
  )
}
