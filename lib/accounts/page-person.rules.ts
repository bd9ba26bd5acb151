/** Header of a dashboard page's calls: the id of the person for whom the page was made. */
export const personHeader = "x-page-person";
