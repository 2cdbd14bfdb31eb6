import { HeddleError } from '@heddle/client'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../button.tsx'
import { TextField } from '../field.tsx'
import { FormDialog } from '../form-dialog.tsx'
import { Menu, type MenuEntry } from '../menu.tsx'
import { copyText } from './copy-text.ts'
import { toast, toastFailure } from '../toasts.tsx'
import { LONGEST_NAME, MOST_VIEWS, type SavedView, textOfView, type View, viewOfText } from '../views/saved-views.ts'
import { useSavedViews } from '../views/use-saved-views.ts'
import { words } from '../views/words.ts'

type Props = {
  /** What the views belong to: `rows <id of the query>`, `list runs`. */
  readonly place: string
  /** How it is looked at now. */
  readonly view: Readonly<Record<string, string | undefined>>
  /** Looks at it as a view says; what that does not name is as it is without one. */
  readonly onView: (view: View) => void
}

type Asking = { readonly kind: 'save' } | { readonly kind: 'rename'; readonly view: SavedView }

/** Ways of looking at rows or a list that were given a name: one's own, and a link to share one. */
export function ViewMenu({ place, view, onView }: Props) {
  const { views, standard, changing } = useSavedViews(place)
  const [asking, setAsking] = useState<Asking>()
  const text = textOfView(view)
  const current = views.find(({ search }) => search === text)
  useStandard(text === '' ? views.find(({ name }) => name === standard) : undefined, onView)
  const change: typeof changing.mutate = (given, options) =>
    changing.mutate(given, { onError: (error) => toastFailure(words.notKept, error), ...options })
  const entries: readonly MenuEntry[] = [
    ...(views.length === 0
      ? [{ text: words.none, impossible: words.noneWhy, onSelect: () => undefined }]
      : [{ name: '', search: '' }, ...views].map(({ name, search }) => ({
          text: name === '' ? words.plain : name,
          ...noteOf(search === text, name !== '' && name === standard),
          onSelect: () => onView(viewOfText(search)),
        }))),
    'line',
    {
      text: words.save,
      impossible:
        text === ''
          ? words.nothingToSave
          : views.length >= MOST_VIEWS && !current
            ? words.tooMany(views.length)
            : undefined,
      onSelect: () => setAsking({ kind: 'save' }),
    },
    { text: words.copyLink, onSelect: () => void copyLink() },
    ...(current
      ? ([
          'line',
          {
            text: current.name === standard ? words.noStandard : words.makeStandard,
            onSelect: () => change({ kind: 'standard', name: current.name === standard ? undefined : current.name }),
          },
          { text: words.rename, onSelect: () => setAsking({ kind: 'rename', view: current }) },
          {
            text: words.remove,
            isDangerous: true,
            onSelect: () =>
              change({ kind: 'remove', name: current.name }, { onSuccess: () => toast(words.removed(current.name)) }),
          },
        ] satisfies MenuEntry[])
      : []),
  ]
  return (
    <>
      <Menu
        label={words.views}
        isTable
        target={
          <Button>
            {current ? words.named(current.name) : words.views} <span aria-hidden>▾</span>
          </Button>
        }
        entries={entries}
      />
      {asking && (
        <NameDialog
          asking={asking}
          text={text}
          views={views}
          changing={changing}
          onClose={() => setAsking(undefined)}
        />
      )}
    </>
  )
}

function noteOf(isCurrent: boolean, isStandard: boolean): { readonly note?: string } {
  const note = [isCurrent && '✓', isStandard && words.standard].filter(Boolean).join(' ')
  return note === '' ? {} : { note }
}

/** A place without a view in its address opens with the default; later, no view is a choice. */
function useStandard(standard: SavedView | undefined, onView: (view: View) => void): void {
  const isOpening = useRef(true)
  useEffect(() => {
    if (isOpening.current && standard) onView(viewOfText(standard.search))
    isOpening.current = false
  })
}

async function copyLink(): Promise<void> {
  try {
    await copyText(location.href)
    toast(words.linkCopied)
  } catch (error) {
    toastFailure(words.linkNotCopied, error as Error)
  }
}

type NameProps = {
  readonly asking: Asking
  readonly text: string
  readonly views: readonly SavedView[]
  readonly changing: ReturnType<typeof useSavedViews>['changing']
  readonly onClose: () => void
}

const REFUSED = 400

function NameDialog({ asking, text, views, changing, onClose }: NameProps) {
  const own = asking.kind === 'rename' ? asking.view.name : ''
  const [name, setName] = useState(own)
  const [isChecked, setIsChecked] = useState(false)
  const given = name.trim()
  const fault =
    given === '' ? words.nameMissing : given.length > LONGEST_NAME ? words.nameLong(LONGEST_NAME) : undefined
  const { error } = changing
  const handleSubmit = () => {
    setIsChecked(true)
    if (fault !== undefined) return
    changing.mutate(
      asking.kind === 'save'
        ? { kind: 'save', view: { name: given, search: text } }
        : { kind: 'rename', from: own, to: given },
      {
        onSuccess: () => {
          onClose()
          toast(words.saved(given))
        },
      },
    )
  }
  const isTaken = given !== own && views.some((view) => view.name === given)
  return (
    <FormDialog
      title={asking.kind === 'save' ? words.saveTitle : words.renameTitle(own)}
      sending={changing}
      faults={error ? [error instanceof HeddleError && error.status === REFUSED ? words.full : error.message] : []}
      verb={words.saveVerb}
      onSubmit={handleSubmit}
      onClose={() => {
        changing.reset()
        onClose()
      }}
    >
      <TextField
        label={words.name}
        hint={isTaken ? words.replaces : words.nameHint}
        data-autofocus
        value={name}
        faults={isChecked && fault !== undefined ? [fault] : []}
        onChange={(event) => setName(event.currentTarget.value)}
      />
    </FormDialog>
  )
}
