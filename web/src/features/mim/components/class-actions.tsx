import { Link, useRouter } from '@tanstack/react-router'
import type { Favorites } from '../../../canvas/explorer/favorites.ts'
import { Button, buttonClass } from '../../../components/button.tsx'
import { usePageActions } from '../../../components/page-actions.tsx'
import { copyText } from '../../../components/rows-grid/copy-text.ts'
import { toast, toastFailure } from '../../../components/toasts.tsx'
import { useMedia } from '../../../components/use-media.ts'
import { useMay } from '../../../lib/session/context.tsx'
import { words } from '../words.ts'

/** Where nobody draws. */
const NARROW = '(width < 768px)'

type Props = { readonly name: string; readonly isAbstract: boolean; readonly favorites: Favorites }

/** What one can do with a class. */
export function ClassActions({ name, isAbstract, favorites }: Props) {
  const router = useRouter()
  const mayDraw = useMay('queries.add_savedquery')
  const mayRun = useMay('queries.execute_savedquery')
  const isFavorite = favorites.has(name)
  const isNarrow = useMedia(NARROW)
  const draft = { to: '/queries/saved-queries/$id/', params: { id: 'new' }, search: { class: name } } as const
  const handleUse = () => void router.navigate(draft)
  // Not in the address: a link that somebody sends opens a draft, and asks no controller.
  const handleQuery = () => void router.navigate({ ...draft, state: { runs: true } })
  usePageActions([
    { id: 'class-copy', text: words.copyName, onSelect: () => void copy(name) },
    ...(mayDraw ? [{ id: 'class-use', text: words.use, onSelect: handleUse }] : []),
    ...(mayDraw && mayRun ? [{ id: 'class-query', text: words.queryAll, onSelect: handleQuery }] : []),
  ])
  return (
    <>
      <Button look="quiet" aria-pressed={isFavorite} aria-label={words.favor} onClick={() => favorites.toggle(name)}>
        {isFavorite ? words.favored : words.unfavored}
      </Button>
      {!isNarrow && (
        <Button look="quiet" onClick={() => void copy(name)}>
          {words.copyName}
        </Button>
      )}
      {mayDraw && mayRun && (
        <Button {...(isAbstract && { title: words.abstractNotRead })} onClick={handleQuery}>
          {words.queryAll}
        </Button>
      )}
      {mayDraw && !isNarrow && (
        <Link {...draft} className={buttonClass('primary')}>
          {words.use}
        </Link>
      )}
    </>
  )
}

export async function copy(text: string): Promise<void> {
  try {
    await copyText(text)
    toast(words.copied(text))
  } catch (error) {
    toastFailure(words.notCopied, error as Error)
  }
}
