import type { Resource } from "@/lib/http/api/contract";
import type { Endpoint } from "@/lib/http/api/endpoint";
import * as detect from "./detect/route";
import * as deviceLoginPoll from "./device-logins/poll/route";
import * as deviceLogins from "./device-logins/route";
import * as documentContent from "./documents/[documentId]/content/route";
import * as document from "./documents/[documentId]/route";
import * as documentSource from "./documents/[documentId]/source/route";
import * as documentTarget from "./documents/[documentId]/target/route";
import * as engines from "./engines/route";
import * as events from "./events/route";
import * as exportFile from "./exports/[exportId]/file/route";
import * as exported from "./exports/[exportId]/route";
import * as comparison from "./files/[fileId]/comparison/route";
import * as content from "./files/[fileId]/content/route";
import * as fileImport from "./files/[fileId]/import/route";
import * as original from "./files/[fileId]/original/route";
import * as proof from "./files/[fileId]/proof/route";
import * as fileRetry from "./files/[fileId]/retry/route";
import * as file from "./files/[fileId]/route";
import * as files from "./files/route";
import * as formats from "./formats/route";
import * as glossaryExport from "./glossaries/[glossaryId]/export/route";
import * as glossaryImport from "./glossaries/[glossaryId]/import/route";
import * as glossary from "./glossaries/[glossaryId]/route";
import * as glossaryTerm from "./glossaries/[glossaryId]/terms/[termId]/route";
import * as glossaryTerms from "./glossaries/[glossaryId]/terms/route";
import * as glossaries from "./glossaries/route";
import * as ready from "./health/ready/route";
import * as health from "./health/route";
import * as jobCancel from "./jobs/[jobId]/cancel/route";
import * as jobConflicts from "./jobs/[jobId]/conflicts/route";
import * as jobErrors from "./jobs/[jobId]/errors/route";
import * as jobReceipt from "./jobs/[jobId]/receipt/route";
import * as jobRetry from "./jobs/[jobId]/retry/route";
import * as job from "./jobs/[jobId]/route";
import * as jobUndo from "./jobs/[jobId]/undo/route";
import * as languages from "./languages/route";
import * as me from "./me/route";
import * as projectAnalysis from "./projects/[projectId]/analysis/route";
import * as projectBranchChanges from "./projects/[projectId]/branches/[branch]/changes/route";
import * as projectBranchMerge from "./projects/[projectId]/branches/[branch]/merge/route";
import * as projectBranch from "./projects/[projectId]/branches/[branch]/route";
import * as projectBranches from "./projects/[projectId]/branches/route";
import * as projectComment from "./projects/[projectId]/comments/[commentId]/route";
import * as projectComments from "./projects/[projectId]/comments/route";
import * as projectDocuments from "./projects/[projectId]/documents/route";
import * as projectEvents from "./projects/[projectId]/events/route";
import * as projectExports from "./projects/[projectId]/exports/route";
import * as projectGlossaries from "./projects/[projectId]/glossaries/route";
import * as projectJobs from "./projects/[projectId]/jobs/route";
import * as projectLanguage from "./projects/[projectId]/languages/[language]/route";
import * as projectLanguages from "./projects/[projectId]/languages/route";
import * as projectMemories from "./projects/[projectId]/memories/route";
import * as projectPretranslate from "./projects/[projectId]/pretranslate/route";
import * as projectProgress from "./projects/[projectId]/progress/route";
import * as projectQa from "./projects/[projectId]/qa/route";
import * as projectQaIssues from "./projects/[projectId]/qa-issues/route";
import * as projectRestore from "./projects/[projectId]/restore/route";
import * as project from "./projects/[projectId]/route";
import * as projectScreenshotContent from "./projects/[projectId]/screenshots/[screenshotId]/content/route";
import * as projectScreenshot from "./projects/[projectId]/screenshots/[screenshotId]/route";
import * as projectScreenshots from "./projects/[projectId]/screenshots/route";
import * as bulk from "./projects/[projectId]/segments/bulk/route";
import * as segmentCounts from "./projects/[projectId]/segments/counts/route";
import * as segmentIds from "./projects/[projectId]/segments/ids/route";
import * as projectSegments from "./projects/[projectId]/segments/route";
import * as projectStream from "./projects/[projectId]/stream/route";
import * as projectTransitions from "./projects/[projectId]/transitions/route";
import * as projectTranslations from "./projects/[projectId]/translations/route";
import * as projects from "./projects/route";
import * as ignoreIssue from "./qa-issues/[issueId]/ignore/route";
import * as unignoreIssue from "./qa-issues/[issueId]/unignore/route";
import * as segmentMatches from "./segments/[segmentId]/matches/route";
import * as segment from "./segments/[segmentId]/route";
import * as suggestion from "./segments/[segmentId]/suggestion/route";
import * as translationHistory from "./segments/[segmentId]/translations/[language]/history/route";
import * as translationRevert from "./segments/[segmentId]/translations/[language]/revert/route";
import * as translation from "./segments/[segmentId]/translations/[language]/route";
import * as batch from "./translate/batch/route";
import * as translateFile from "./translate/file/route";
import * as translate from "./translate/route";
import * as memoryExport from "./translation-memories/[memoryId]/export/route";
import * as memoryImport from "./translation-memories/[memoryId]/import/route";
import * as memory from "./translation-memories/[memoryId]/route";
import * as memoryUnit from "./translation-memories/[memoryId]/units/[unitId]/route";
import * as memoryUnits from "./translation-memories/[memoryId]/units/route";
import * as memories from "./translation-memories/route";
import * as usage from "./usage/route";
import * as redeliver from "./webhooks/[webhookId]/deliveries/[deliveryId]/redeliver/route";
import * as deliveries from "./webhooks/[webhookId]/deliveries/route";
import * as replay from "./webhooks/[webhookId]/replay/route";
import * as webhook from "./webhooks/[webhookId]/route";
import * as webhookTest from "./webhooks/[webhookId]/test/route";
import * as webhooks from "./webhooks/route";

/** Every documented route, in the order of the reference. A test checks that none is missing. */
export const ROUTES: readonly (Resource & Endpoint)[] = [
  translate,
  batch,
  translateFile,
  files,
  file,
  content,
  original,
  comparison,
  proof,
  fileRetry,
  fileImport,
  formats,
  languages,
  engines,
  detect,
  projects,
  project,
  projectRestore,
  projectTransitions,
  projectTranslations,
  projectProgress,
  projectLanguages,
  projectLanguage,
  projectDocuments,
  document,
  documentContent,
  documentSource,
  documentTarget,
  projectPretranslate,
  projectSegments,
  segmentCounts,
  segmentIds,
  bulk,
  segment,
  translation,
  translationHistory,
  translationRevert,
  segmentMatches,
  suggestion,
  projectAnalysis,
  projectBranches,
  projectBranch,
  projectBranchChanges,
  projectBranchMerge,
  projectScreenshots,
  projectScreenshot,
  projectScreenshotContent,
  projectComments,
  projectComment,
  projectQa,
  projectQaIssues,
  ignoreIssue,
  unignoreIssue,
  projectExports,
  exported,
  exportFile,
  jobUndo,
  projectJobs,
  job,
  jobConflicts,
  jobErrors,
  jobReceipt,
  jobCancel,
  jobRetry,
  projectMemories,
  memories,
  memory,
  memoryUnits,
  memoryUnit,
  memoryImport,
  memoryExport,
  projectGlossaries,
  glossaries,
  glossary,
  glossaryTerms,
  glossaryTerm,
  glossaryImport,
  glossaryExport,
  projectEvents,
  projectStream,
  events,
  webhooks,
  webhook,
  webhookTest,
  deliveries,
  redeliver,
  replay,
  me,
  deviceLogins,
  deviceLoginPoll,
  usage,
  health,
  ready,
].map((module) => module.endpoint);
