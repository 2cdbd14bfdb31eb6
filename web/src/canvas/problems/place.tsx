import type { ReactNode } from 'react'

/** Marks the field of a place of the canvas, so that a problem can lead there: `filters.0.value`. */
export const PlaceOfProblem = ({
  path,
  className,
  children,
}: {
  readonly path: string
  readonly className?: string | undefined
  readonly children: ReactNode
}) => (
  <div data-place={path} className={className}>
    {children}
  </div>
)

const FIELDS = 'input, textarea, select, button, [tabindex="0"]'

/** Focuses the field of a place, or of what is around it, once it is drawn. */
export function focusPlace(path: string): void {
  requestAnimationFrame(() => {
    const inspector = document.querySelector('[data-inspector]')
    for (let place = path; place !== ''; place = place.slice(0, Math.max(0, place.lastIndexOf('.')))) {
      const found = inspector?.querySelector(`[data-place="${CSS.escape(place)}"]`)
      const field = found?.querySelector<HTMLElement>(FIELDS)
      if (field) {
        field.focus()
        field.scrollIntoView({ block: 'nearest' })
        return
      }
    }
    inspector?.querySelector<HTMLElement>(FIELDS)?.focus()
  })
}
