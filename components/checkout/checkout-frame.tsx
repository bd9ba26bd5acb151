import type { ReactNode } from "react";

/** One card: on a phone the summary is above the task, on wider screens beside it. */
export function CheckoutFrame(props: { summary: ReactNode; footer: ReactNode; children: ReactNode }) {
  return (
    <main className="group/page mx-auto flex min-h-dvh w-full max-w-[60rem] flex-col md:px-6 md:py-10 print:block print:min-h-0 print:p-0">
      <div className="grid flex-1 grid-cols-[minmax(0,1fr)] content-start overflow-hidden bg-card print:block print:border-0 md:min-h-[36rem] md:flex-none md:grid-cols-[minmax(0,21rem)_minmax(0,1fr)] md:content-stretch md:rounded-3xl md:border md:border-line">
        <header className="border-line border-b bg-well px-5 py-4 md:border-e md:border-b-0 md:p-8 print:hidden">
          {props.summary}
        </header>
        <section aria-labelledby="screen-title" className="flex flex-col px-5 py-6 md:p-8 print:p-0">
          {props.children}
        </section>
      </div>
      <div className="py-4">{props.footer}</div>
    </main>
  );
}
