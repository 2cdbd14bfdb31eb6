import type MiniSearch from 'minisearch'
import { type FoundSection, SEARCH_OPTIONS } from './search-options.ts'

const INDEX = '/docs/search.json'
const MOST = 12
const WORDS = {
  label: 'Search the documentation',
  hint: 'Search ( / )',
  nothing: (asked: string) => `Nothing is about “${asked}”.`,
  failed: 'The index for the search could not be loaded. Reload the page to try again.',
}

/** Fills `place` with a search field and its results. The index is loaded when the field gets the focus. */
export function startSearch(place: HTMLElement): void {
  const field = element('input', { type: 'search', placeholder: WORDS.hint, autocomplete: 'off', spellcheck: 'false' })
  field.setAttribute('aria-label', WORDS.label)
  const results = element('div', { className: 'results', hidden: 'true' })
  results.setAttribute('role', 'region')
  results.setAttribute('aria-label', 'Found')
  place.append(field, results)

  let loading: Promise<MiniSearch<FoundSection>> | undefined
  const load = () =>
    (loading ??= loadIndex().catch((error: unknown) => {
      loading = undefined
      throw error
    }))

  async function show(): Promise<void> {
    const asked = field.value.trim()
    if (asked === '') {
      close()
      return
    }
    const drawn = await load().then(
      (index) => drawResults(find(index, asked), asked),
      () => [element('p', { textContent: WORDS.failed })],
    )
    // Something else was typed meanwhile.
    if (field.value.trim() !== asked) return
    results.replaceChildren(...drawn)
    results.hidden = false
  }
  function close(): void {
    results.hidden = true
  }

  field.addEventListener('focus', () => void load().catch(() => undefined))
  field.addEventListener('input', () => void show())
  place.addEventListener('keydown', (event) => moveBy(event, field, results, close))
  place.addEventListener('focusout', ({ relatedTarget }) => {
    if (!(relatedTarget instanceof Node) || !place.contains(relatedTarget)) close()
  })
  document.addEventListener('keydown', (event) => {
    if (event.key !== '/' || event.target instanceof HTMLInputElement) return
    event.preventDefault()
    field.focus()
  })
}

async function loadIndex(): Promise<MiniSearch<FoundSection>> {
  const [{ default: Index }, answer] = await Promise.all([import('minisearch'), fetch(INDEX)])
  if (!answer.ok) throw new Error(`${INDEX} answers ${answer.status}`)
  return Index.loadJSON<FoundSection>(await answer.text(), SEARCH_OPTIONS)
}

const find = (index: MiniSearch<FoundSection>, asked: string) =>
  index.search(asked).slice(0, MOST) as unknown as readonly FoundSection[]

function drawResults(found: readonly FoundSection[], asked: string): readonly HTMLElement[] {
  if (found.length === 0) return [element('p', { textContent: WORDS.nothing(asked) })]
  const list = element('ul', {})
  for (const { id, title, page, excerpt } of found) {
    const link = element('a', { href: id })
    link.append(
      element('strong', { textContent: title }),
      ...(title === page ? [] : [element('span', { className: 'of', textContent: page })]),
      element('span', { className: 'excerpt', textContent: excerpt }),
    )
    const item = element('li', {})
    item.append(link)
    list.append(item)
  }
  return [list]
}

/** Arrows walk through the results, Enter opens the first one, Escape closes them. */
function moveBy(event: KeyboardEvent, field: HTMLInputElement, results: HTMLElement, close: () => void): void {
  const links = [...results.querySelectorAll<HTMLAnchorElement>('a')]
  const at = links.indexOf(document.activeElement as HTMLAnchorElement)
  if (event.key === 'Escape') {
    close()
    field.focus()
  } else if (event.key === 'Enter' && at < 0) links[0]?.click()
  else if (event.key === 'ArrowDown') links[Math.min(at + 1, links.length - 1)]?.focus()
  else if (event.key === 'ArrowUp') (links[at - 1] ?? field).focus()
  else return
  event.preventDefault()
}

function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  values: Readonly<Record<string, string>>,
): HTMLElementTagNameMap[Tag] {
  return Object.assign(document.createElement(tag), values)
}
