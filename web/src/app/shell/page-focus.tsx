import { useRouter, useRouterState } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import styles from './page-focus.module.css'
import { words } from './words.ts'

/**
 * After a change of page the title has the focus and is announced, unless the page has put the focus elsewhere. While
 * the next page is on its way, a bar says so.
 */
export function PageFocus() {
  const router = useRouter()
  const isOnItsWay = useRouterState({ select: ({ status }) => status === 'pending' })
  const [title, setTitle] = useState('')
  useEffect(() => {
    let stop = () => {}
    const unsubscribe = router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
      if (!fromLocation || !pathChanged) return
      stop()
      const focused = document.activeElement
      const isPlaced = focused?.closest('main, [role="dialog"]') && focused.tagName !== 'MAIN'
      setTitle(titleOfPage()?.textContent ?? '')
      if (!isPlaced) stop = keepOnTitle(setTitle)
    })
    return () => {
      stop()
      unsubscribe()
    }
  }, [router])
  return (
    <>
      <span role="status" className="sr-only">
        {isOnItsWay ? words.loadingPage : title}
      </span>
      {isOnItsWay && <div className={styles.bar} aria-hidden />}
    </>
  )
}

const titleOfPage = () => document.querySelector<HTMLElement>('main h1')

/** Longer than a page shows that it is loading. */
const LOADED_MS = 10_000
const USES = ['pointerdown', 'keydown'] as const

/**
 * A page that is loading has a title of its own, or none yet; when that goes, the focus is nowhere. It goes to the
 * title that follows, until the page is used or has had its time.
 */
function keepOnTitle(onTitle: (title: string) => void): () => void {
  const focusTitle = () => {
    const title = titleOfPage()
    if (!title || document.activeElement === title) return
    title.focus({ preventScroll: true })
    onTitle(title.textContent)
  }
  focusTitle()
  const observer = new MutationObserver(() => {
    if (document.activeElement === document.body) focusTitle()
  })
  const stop = () => {
    observer.disconnect()
    clearTimeout(timer)
    for (const use of USES) removeEventListener(use, stop, true)
  }
  const timer = setTimeout(stop, LOADED_MS)
  observer.observe(document.body, { childList: true, subtree: true })
  for (const use of USES) addEventListener(use, stop, true)
  return stop
}
