import { localStorageColorSchemeManager } from '@mantine/core'

/** Kept in the browser too, where `theme.js` finds it before the first paint. */
const stored = localStorageColorSchemeManager({ key: 'heddle-theme' })

export const colorSchemes: typeof stored = {
  ...stored,
  // The preference says `system`, the library `auto`.
  get: (fallback) => (localStorage.getItem('heddle-theme') === 'system' ? 'auto' : stored.get(fallback)),
}
