// Words of the page that describes the HTTP interface; they come with it.
import type { Words } from '../text';

export const api = {
  title: { zh: 'HTTP 接口', en: 'The HTTP interface' },
  lead: {
    zh: '由服务器的 OpenAPI 文档画出，版本 {version}。牌局本身走 WebSocket（/ws），协议见文档 docs/protocol.md。',
    en:
      'Drawn from the OpenAPI document of this server, version {version}. ' +
      'Play itself goes over a WebSocket (/ws); docs/protocol.md describes that protocol.',
  },
  document: { zh: '下载 OpenAPI 文档', en: 'Download the OpenAPI document' },
  print: { zh: '打印', en: 'Print' },
  search: { zh: '找路径、名称、错误码', en: 'Find a path, a name, an error code' },
  none: { zh: '没有符合的请求。', en: 'No request matches.' },
  contents: { zh: '目录', en: 'Contents' },
  'how.token': {
    zh: '标着“需令牌”的请求要带 Authorization: Bearer 令牌；令牌由 POST /api/players 得到，只给一次。',
    en: 'Requests marked “token” need Authorization: Bearer with a token; POST /api/players gives one, once.',
  },
  'how.error': {
    zh: '出错时回答 ErrorBody：code 不变，zh、en 是说明。每个请求都可能得到 request/invalid、rate/exceeded、server/busy 等共有的错误码。',
    en:
      'A refusal is an ErrorBody: code is stable, zh and en explain it. Any request may get ' +
      'the common codes, such as request/invalid, rate/exceeded or server/busy.',
  },
  'subject.players': { zh: '玩家、账号、家规', en: 'Players, accounts, saved options' },
  'subject.rules': { zh: '规则、算分', en: 'Rules and scores' },
  'subject.rooms': { zh: '房间', en: 'Rooms' },
  'subject.matches': { zh: '战绩与记录', en: 'History and records' },
  'subject.lab': { zh: '实验室', en: 'Lab' },
  'subject.others': { zh: '其他', en: 'Others' },
  schemas: { zh: '数据类型', en: 'Types' },
  auth: { zh: '需令牌', en: 'token' },
  parameters: { zh: '参数', en: 'Parameters' },
  inPath: { zh: '路径中', en: 'in the path' },
  inQuery: { zh: '问号之后，可省', en: 'after the question mark, optional' },
  body: { zh: '请求体', en: 'Body' },
  answer: { zh: '回答', en: 'Answer' },
  nothing: { zh: '无内容', en: 'no content' },
  errors: { zh: '特有的错误码', en: 'Refusals of its own' },
  example: { zh: '例', en: 'Example' },
  optional: { zh: '可省', en: 'optional' },
  more: { zh: '可以有别的字段', en: 'other fields are possible' },
} satisfies Words;
