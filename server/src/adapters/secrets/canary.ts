import { type SecretBox, UnreadableSecret } from './secret-box.ts'

/** The canary's key in `instance_settings`. */
export const CANARY_KEY = 'secret_canary'
const PLACE = { table: 'instance_settings', column: 'value', row: CANARY_KEY }
const CANARY_TEXT = 'heddle'

/**
 * A sealed text that is opened at startup only to check the key, so that a wrong key prevents the start instead of
 * failing at every use. The re-encrypt command renews it last: until then the previous key is still needed.
 */
export function createCanary(box: SecretBox): string {
  return box.seal(CANARY_TEXT, PLACE)
}

/** When none of the configured keys opens the canary, the message is one line that says what to do. */
export function checkCanary(box: SecretBox, stored: unknown): { ok: true } | { ok: false; message: string } {
  try {
    if (typeof stored === 'string' && box.open(stored, PLACE).reveal() === CANARY_TEXT) return { ok: true }
    return {
      ok: false,
      message: `SECRET_KEY: cannot be checked, the entry ${CANARY_KEY} of instance_settings is damaged`,
    }
  } catch (error) {
    if (!(error instanceof UnreadableSecret)) throw error
    return {
      ok: false,
      message: `SECRET_KEY: not the key that this database was set up with; start with that key, or add it to SECRET_KEY_PREVIOUS (${error.message})`,
    }
  }
}
