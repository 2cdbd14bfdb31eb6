import { Button } from '../../../components/button.tsx'
import { TextArea, TextField } from '../../../components/field.tsx'
import styles from './declared.module.css'
import type { FieldsProps } from './fields-props.ts'
import { words } from './words.ts'

const text = words.expectation

/** Why a check matters, what to do about what it finds, and where to read on. */
export function GuidanceFields({ form, faultsAt, onChange }: FieldsProps) {
  const { why, remedy, links } = form
  const hasGuidance = why !== '' || remedy !== '' || links.length > 0
  return (
    <details className={styles.more} open={hasGuidance || undefined}>
      <summary>{text.guidance}</summary>
      <div className={styles.links}>
        <TextArea
          label={text.why}
          hint={text.markdown}
          rows={3}
          value={why}
          faults={faultsAt('why')}
          onChange={({ currentTarget: { value } }) => onChange({ why: value })}
        />
        <TextArea
          label={text.remedy}
          hint={text.markdown}
          rows={3}
          value={remedy}
          faults={faultsAt('remedy')}
          onChange={({ currentTarget: { value } }) => onChange({ remedy: value })}
        />
        <Links form={form} faultsAt={faultsAt} onChange={onChange} />
      </div>
    </details>
  )
}

function Links({ form: { links }, faultsAt, onChange }: FieldsProps) {
  const set = (index: number, next: Partial<(typeof links)[number]>) =>
    onChange({ links: links.with(index, { ...links[index]!, ...next }) })
  const faults = faultsAt('links')
  return (
    <fieldset className={styles.links}>
      <legend>{text.links}</legend>
      {links.map(({ title, url }, index) => (
        <div key={index} className={styles.link}>
          <TextField
            label={text.linkTitle}
            value={title}
            onChange={({ currentTarget: { value } }) => set(index, { title: value })}
          />
          <TextField
            label={text.linkUrl}
            type="url"
            value={url}
            onChange={({ currentTarget: { value } }) => set(index, { url: value })}
          />
          <Button aria-label={text.removeLink(title)} onClick={() => onChange({ links: links.toSpliced(index, 1) })}>
            <span aria-hidden>×</span>
          </Button>
        </div>
      ))}
      {faults.length > 0 && <p role="alert">{faults.join(' ')}</p>}
      <Button look="link" onClick={() => onChange({ links: [...links, { title: '', url: '' }] })}>
        {text.addLink}
      </Button>
    </fieldset>
  )
}
