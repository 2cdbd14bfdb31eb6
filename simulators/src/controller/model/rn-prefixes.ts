/** Names allowed directly below the root and below `uni`; a trailing dash means that a value follows. */
export const ROOT_PREFIXES = words(`
  uni topology comp resPolCont expcont fwrepo action meta acct- subj- txid id- cid- consroot- reconcile synthuni policycontainer
  dockerContr pluginContr pluginPolContr devicescriptbackups submsgcont obsclass- maintupgstatuscont bfdpoldefcont hcloudpolholder
  sys fabricVpc syslog licensecontainer dbgs frag- firmware epmCont telemetry observer vpcPolCont
`)

export const UNIVERSE_PREFIXES = words(`
  alias- annotationKey- backupst controller dbg epp exportcryptkey fabric fabselfca fabsslcomm fc- features grp- infra jobCont
  l2dom- l3dom- ldext monitor ndo- notifications ns- phys- planner pluginPolContainer quotacont rbacDom- rbacdb resgrp- roguemaccont
  tacacsext ldapext radiusext rsaext samlext tag- tagKey- tn- tree uipageusage userext vmmp- vsvip exportP importP certreq- fault- health
`)

function words(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/))
}
