import { fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { useSplit } from './split.tsx'

type Given = { readonly side?: 'below' | 'left' | 'right' }

function Panel({ side }: Given) {
  const { size, handle } = useSplit({
    ...{ label: 'Size', name: 'test', initial: 300, smallest: 200, largest: 400 },
    ...(side && { side }),
  })
  return (
    <>
      {handle}
      <output>{size}</output>
    </>
  )
}

const sizeAfter = (side: Given['side'], ...keys: readonly string[]): string | null => {
  const { container } = render(<Panel {...(side && { side })} />)
  for (const key of keys) fireEvent.keyDown(screen.getByRole('separator'), { key })
  return container.querySelector('output')!.textContent
}

describe('the handle of a panel', () => {
  beforeEach(() => localStorage.clear())

  it.each([
    [undefined, 'ArrowUp', 'horizontal'],
    ['left', 'ArrowRight', 'vertical'],
    ['right', 'ArrowLeft', 'vertical'],
  ] as const)('makes what lies %s of it larger with %s', (side, key, orientation) => {
    expect(sizeAfter(side, key)).toBe('324')
    expect(screen.getByRole('separator').getAttribute('aria-orientation')).toBe(orientation)
  })

  it('follows the pointer, within its bounds, and this browser remembers where it was left', () => {
    const { container, unmount } = render(<Panel side="left" />)
    const handle = screen.getByRole('separator')
    handle.setPointerCapture = () => undefined
    fireEvent.pointerDown(handle, { clientX: 300 })
    fireEvent.pointerMove(handle, { clientX: 350 })
    expect(container.querySelector('output')!.textContent).toBe('350')
    fireEvent.pointerMove(handle, { clientX: 900 })
    fireEvent.pointerUp(handle)
    fireEvent.pointerMove(handle, { clientX: 310 })
    unmount()

    expect(sizeAfter('left')).toBe('400')
  })
})
