import type { DashboardLanguage } from "@/lib/platform/i18n/language.rules";

export type DocsWords = {
  documentation: string;
  language: string;
  version: string;
  search: string;
  searchAll: string;
  contents: string;
  overview: string;
  example: string;
  table: string;
  testKey: string;
  keyExplained: (days: number) => string;
  project: string;
  createKey: string;
  keyUsed: string;
  apiKeys: string;
};

/** The words around a page of the documentation. */
export const docsWords: Readonly<Record<DashboardLanguage, DocsWords>> = {
  en: {
    documentation: "Documentation",
    language: "Language",
    version: "Version",
    search: "Search",
    searchAll: "Search the documentation",
    contents: "Contents",
    overview: "Overview",
    example: "example",
    table: "Table",
    testKey: "Test key",
    keyExplained: (days) =>
      `Create a key that expires after ${days} days and use it in the samples below. Only this tab keeps it.`,
    project: "Project",
    createKey: "Create a test key",
    keyUsed: "The samples below use your new key. To revoke it earlier, open:",
    apiKeys: "API keys",
  },
  ko: {
    documentation: "문서",
    language: "언어",
    version: "버전",
    search: "검색",
    searchAll: "문서 검색",
    contents: "목차",
    overview: "개요",
    example: "예시",
    table: "표",
    testKey: "테스트 키",
    keyExplained: (days) =>
      `${days}일 후 만료되는 키를 만들어 아래 예시에 사용할 수 있습니다. 키는 이 탭에만 보관됩니다.`,
    project: "프로젝트",
    createKey: "테스트 키 만들기",
    keyUsed: "아래 예시에 새 키가 입력되었습니다. 더 일찍 폐기하려면 다음 페이지를 열어 주세요:",
    apiKeys: "API 키",
  },
};
