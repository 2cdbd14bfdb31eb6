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
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        if (!fromLocation || !pathChanged) return
        const main = document.querySelector('main')
        const heading = main?.querySelector<HTMLElement>('h1')
        const focused = document.activeElement
        const isPlaced = focused?.closest('main, [role="dialog"]') && focused !== main
        if (!isPlaced) heading?.focus({ preventScroll: true })
        setTitle(heading?.textContent ?? '')
      }),
    [router],
  )
  return (
    <>
      <span role="status" className="sr-only">
        {isOnItsWay ? words.loadingPage : title}
      </span>
      {isOnItsWay && <div className={styles.bar} aria-hidden />}
    </>
  )
}
