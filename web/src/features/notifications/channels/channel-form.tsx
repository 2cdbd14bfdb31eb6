import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ChoiceField } from '../../../components/choice-field.tsx'
import { Edited, ifStill } from '../../../components/edited.tsx'
import { HintedCheck, PasswordField, TextArea, TextField } from '../../../components/field.tsx'
import { FormDialog } from '../../../components/form-dialog.tsx'
import { formFaults } from '../../../components/form-faults.ts'
import { toast } from '../../../components/toasts.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { changedOnly } from '../../../lib/changed-only.ts'
import { useHeddle, useProfile } from '../../../lib/session/context.tsx'
import { useWrite } from '../../../lib/use-write.ts'
import { CHANNELS_KEY, groupChoices } from './api.ts'
import { channelBody, type ChannelDraft, channelDraft, MINE, NEW_CHANNEL } from './channel-draft.ts'
import { choicesOf, EventFields, type EventProps } from './event-fields.tsx'
import { words } from './words.ts'

type Props = {
  readonly channel: (Wire.Channel & { readonly etag: string }) | undefined
  readonly onClose: () => void
  /** The secret that a new webhook got. */
  readonly onSecret: (secret: string) => void
}
type PartProps = EventProps & { readonly channel: Wire.Channel | undefined }

const LABELS = {
  enabled: words.enabled,
  'events.minimum_severity': words.severity,
  'events.saved_queries': words.queries,
  'events.category': words.folder,
  'events.packs': words.packs,
}
const FIELDS = [
  ...['name', 'type', 'group', 'target', 'secret'],
  ...['events.saved_queries', 'events.category', 'events'],
]

/** A new channel, or changes of one. */
export const ChannelForm = ({ id, onClose, onSecret }: Omit<Props, 'channel'> & { readonly id?: string }) => (
  <Edited kind={['channel']} id={id} read={useHeddle().notifications.channels.get} labels={LABELS} onClose={onClose}>
    {(channel) => <Form channel={channel} onClose={onClose} onSecret={onSecret} />}
  </Edited>
)

function Form({ channel, onClose, onSecret }: Props) {
  const { channels } = useHeddle().notifications
  const cache = useQueryClient()
  const [first] = useState(() => (channel ? channelDraft(channel) : NEW_CHANNEL))
  const [draft, setDraft] = useState(first)
  const save = useWrite({
    mutationFn: async (): Promise<string | null> => {
      if (channel) {
        await channels.update(channel.id, changedOnly(channelBody(draft), channelBody(first)), ifStill(channel))
        return null
      }
      const group = draft.group === MINE ? null : Number(draft.group)
      return (await channels.create({ ...channelBody(draft), type: draft.type, group })).secret
    },
    onSuccess: async (secret) => {
      onClose()
      await cache.invalidateQueries({ queryKey: CHANNELS_KEY })
      if (secret === null) toast(words.saved)
      else onSecret(secret)
    },
  })
  const faults = formFaults(save.error, FIELDS)
  const part = {
    ...{ draft, channel, faults },
    onChange: (changed: Partial<ChannelDraft>) => setDraft((before) => ({ ...before, ...changed })),
  }
  return (
    <FormDialog
      title={channel ? words.editTitle(channel.name) : words.new}
      width={520}
      sending={save}
      faults={faults.general}
      verb={channel ? words.save : words.create}
      isDirty={draft !== first && !save.isSuccess}
      onSubmit={() => save.mutate()}
      onClose={onClose}
    >
      <TextField
        label={words.name}
        data-autofocus
        maxLength={100}
        value={draft.name}
        faults={faults.of('name')}
        onChange={(event) => part.onChange({ name: event.currentTarget.value })}
      />
      {!channel && <NewFields {...part} />}
      <TargetFields {...part} />
      <EventFields {...part} />
      <HintedCheck
        label={words.enabled}
        hint={words.enabledHint}
        isChecked={draft.enabled}
        onChange={(enabled) => part.onChange({ enabled })}
      />
    </FormDialog>
  )
}

/** What stays as it is once the channel exists. */
function NewFields({ draft, faults, onChange }: PartProps) {
  const { is_admin: isAdmin } = useProfile()
  const groups = useQuery({ ...groupChoices(useHeddle()), enabled: isAdmin }).data ?? []
  return (
    <>
      <ChoiceField
        label={words.type}
        choices={choicesOf(words.types)}
        value={draft.type}
        faults={faults.of('type')}
        onChange={(type) => onChange({ type, target: '', secret: '' })}
      />
      {isAdmin && (
        <ChoiceField
          label={words.whose}
          choices={[
            { value: MINE, label: words.mine },
            ...groups.map(({ id, name }) => ({ value: String(id), label: words.ofGroup(name) })),
          ]}
          value={draft.group}
          faults={faults.of('group')}
          onChange={(group) => onChange({ group })}
        />
      )}
    </>
  )
}

function TargetFields({ draft, channel, faults, onChange }: PartProps) {
  const { type, target, secret } = draft
  const kept = channel && words.kept(Array.isArray(channel.target) ? channel.target.join(', ') : channel.target)
  return (
    <>
      {type === 'mail' ? (
        <TextArea
          label={words.addresses}
          hint={kept ?? words.addressesHint}
          rows={3}
          value={target}
          faults={faults.of('target')}
          onChange={(event) => onChange({ target: event.currentTarget.value })}
        />
      ) : (
        <TextField
          label={words.url}
          hint={kept ?? words.urlHints[type]}
          isCode
          autoComplete="off"
          spellCheck={false}
          value={target}
          faults={faults.of('target')}
          onChange={(event) => onChange({ target: event.currentTarget.value })}
        />
      )}
      {(type === 'webhook' || type === 'pagerduty') && (
        <PasswordField
          label={type === 'webhook' ? words.secret : words.key}
          hint={type === 'webhook' ? words.secretHint : words.keyHint}
          autoComplete="off"
          value={secret}
          faults={faults.of('secret')}
          onChange={(event) => onChange({ secret: event.currentTarget.value })}
        />
      )}
    </>
  )
}
