import type { OperatorQuestion } from './operator-questions.ts'

/** Twenty questions written after the vocabulary. At first sight, retrieval found what 18 of them need. */
export const UNSEEN_QUESTIONS: readonly OperatorQuestion[] = [
  { text: 'Which tenants contain no EPG at all?', classes: ['fvTenant', 'fvAEPg'], joins: [['fvTenant', 'fvAEPg']] },
  {
    text: 'gateway IPs of every BD in the VRF prod',
    classes: ['fvSubnet', 'fvBD', 'fvCtx'],
    joins: [
      ['fvBD', 'fvSubnet'],
      ['fvBD', 'fvCtx'],
    ],
  },
  { text: 'give me servers that moved to another leaf since monday', classes: ['fvCEp'] },
  { text: 'port 443 open between which EPGs?', classes: ['vzEntry', 'fvAEPg', 'vzBrCP'] },
  { text: 'switchports running at 1G instead of 10G', classes: ['ethpmPhysIf'] },
  {
    text: 'show optics with serial numbers per port',
    classes: ['ethpmFcot', 'ethpmPhysIf'],
    joins: [['ethpmPhysIf', 'ethpmFcot']],
  },
  { text: 'Which leafs run a different release than the rest', classes: ['fabricNode', 'firmwareRunning'] },
  {
    text: 'which bpdu settings does the policy group srv-trunk apply',
    classes: ['stpIfPol', 'infraAccPortGrp', 'infraRsStpIfPol'],
  },
  { text: 'aci alarms raised in the last hour for the node 203', classes: ['faultInst', 'fabricNode'] },
  {
    text: 'epgs whose domain has no vlan pool',
    classes: ['fvAEPg', 'fvRsDomAtt', 'physDomP', 'fvnsVlanInstP', 'infraRsVlanNs'],
  },
  { text: 'redundant uplinks from leaf to spine that are missing', classes: ['fabricLink'] },
  { text: 'are there route maps with no match statement', classes: ['rtctrlProfile', 'rtctrlSubjP'] },
  { text: 'telnet still allowed anywhere?', classes: ['commTelnet'] },
  { text: 'time servers not in sync', classes: ['datetimeNtpProv'] },
  { text: 'log collectors configured per monitoring policy', classes: ['syslogRemoteDest'] },
  { text: 'who logged in as admin during the night', classes: ['aaaSessionLR'] },
  { text: 'changes made by bob to access policies', classes: ['aaaModLR'] },
  {
    text: 'l3outs without any external subnets',
    classes: ['l3extOut', 'l3extSubnet', 'l3extInstP'],
    joins: [['l3extOut', 'l3extSubnet']],
  },
  {
    text: 'hosts behind vPC 12 and which EPG they are in',
    classes: ['fvCEp', 'fvAEPg', 'vpcIf'],
    joins: [['fvAEPg', 'fvCEp']],
  },
  { text: 'hot line cards', classes: ['eqptLC', 'eqptTemp5min'] },
]
