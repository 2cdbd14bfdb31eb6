import './docs.css'
import { startSearch } from './search.ts'

/** Room for the menu beside the text. */
const WIDE = matchMedia('(min-width: 900px)')

/** On narrow screens the contents are closed until they are wanted. */
function fitMenu(): void {
  const menu = document.querySelector<HTMLDetailsElement>('[data-menu]')
  if (menu) menu.open = WIDE.matches
}

WIDE.addEventListener('change', fitMenu)
fitMenu()
document.querySelector('.menu [aria-current]')?.scrollIntoView({ block: 'nearest' })
startSearch(document.querySelector<HTMLElement>('[data-search]')!)
