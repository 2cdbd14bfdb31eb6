import { Link } from '@tanstack/react-router'
import { buttonClass } from '../../../components/button.tsx'
import { Fact } from '../../../components/fact.tsx'
import { TimeText } from '../../../components/time-text.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { formatNumber } from '../../../lib/i18n/plural.ts'
import { words } from '../words.ts'
import styles from './installed.module.css'

/** The model in use. */
export const Installed = ({ version }: { readonly version: Wire.MimVersion }) => (
  <section aria-label={words.installedVersion} className={styles.part}>
    <dl className={styles.facts}>
      <Fact name={words.version} value={<code>{version.controller_version}</code>} />
      <Fact name={words.classes} value={formatNumber(version.class_count)} />
      <Fact name={words.installedFacts.properties} value={formatNumber(version.property_count)} />
      <Fact name={words.installedFacts.relations} value={formatNumber(version.rel_count)} />
      <Fact name={words.installedFacts.at} value={<TimeText at={version.imported_at} />} />
      {version.imported_by_username !== null && (
        <Fact name={words.installedFacts.by} value={version.imported_by_username} />
      )}
    </dl>
    <Link to="/mim" className={buttonClass()}>
      {words.browse}
    </Link>
  </section>
)
