/** The nonce of this page: styles that libraries add need it under the content policy. */
export const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''

// The scroll lock of dialogs looks for it there.
Object.assign(window, { __webpack_nonce__: nonce })
