// Before the first paint, so that no page flashes in the other theme. A file of its own: the content policy allows no inline script.
;(function () {
  var chosen = 'system'
  try {
    chosen = localStorage.getItem('heddle-theme') || 'system'
  } catch {
    // No storage: the system decides.
  }
  var isDark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light')
})()
