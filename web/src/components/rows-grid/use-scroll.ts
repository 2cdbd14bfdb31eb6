import { type RefObject, useEffect, useState } from 'react'

export type Scroll = { readonly top: number; readonly left: number; readonly width: number; readonly height: number }

/** What part of a frame's content is seen. */
export function useScroll(frame: RefObject<HTMLElement | null>): Scroll {
  const [scroll, setScroll] = useState<Scroll>({ top: 0, left: 0, width: 0, height: 0 })
  useEffect(() => {
    const element = frame.current
    if (!element) return
    const look = () =>
      setScroll({
        top: element.scrollTop,
        // It counts backwards where text runs from right to left.
        left: Math.abs(element.scrollLeft),
        width: element.clientWidth,
        height: element.clientHeight,
      })
    const sizes = new ResizeObserver(look)
    sizes.observe(element)
    element.addEventListener('scroll', look, { passive: true })
    return () => {
      sizes.disconnect()
      element.removeEventListener('scroll', look)
    }
  }, [frame])
  return scroll
}
