type Props = { className?: string };

/** Always beside words, so readers of the screen skip it. */
function Sign({ d, className }: Props & { d: string }) {
  return (
    <svg
      width="24"
      height="24"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      className={className}
      aria-hidden="true"
    >
      <path d={d} />
    </svg>
  );
}

// Shapes: lucide.dev, ISC License. Lucide's component would add 1.1 kB to the first scripts of a customer's page.

export const Ban = (props: Props) => (
  <Sign {...props} d="M2 12a10 10 0 1 0 20 0 10 10 0 1 0-20 0M4.929 4.929 19.07 19.071" />
);
export const CalendarX2 = (props: Props) => (
  <Sign
    {...props}
    d="M16 2v3M17 16l5 5M17 21l5-5M21 12V5a2 2 0 00-2-2H5a2 2 0 00-2 2v14a2 2 0 002 2h8M3 9h18M8 2v3"
  />
);
export const Check = (props: Props) => <Sign {...props} d="M20 6 9 17l-5-5" />;
export const ChevronRight = (props: Props) => <Sign {...props} d="M9 18l6-6-6-6" />;
export const Circle = (props: Props) => <Sign {...props} d="M2 12a10 10 0 1 0 20 0 10 10 0 1 0-20 0" />;
export const CircleAlert = (props: Props) => (
  <Sign {...props} d="M2 12a10 10 0 1 0 20 0 10 10 0 1 0-20 0M12 8L12 12M12 16L12.01 16" />
);
export const CircleCheck = (props: Props) => (
  <Sign {...props} d="M2 12a10 10 0 1 0 20 0 10 10 0 1 0-20 0M16 9l-5.5 5.5L8 12" />
);
export const CircleDot = (props: Props) => (
  <Sign {...props} d="M11 12a1 1 0 1 0 2 0 1 1 0 1 0-2 0M2 12a10 10 0 1 0 20 0 10 10 0 1 0-20 0" />
);
export const CircleSlash = (props: Props) => (
  <Sign {...props} d="M2 12a10 10 0 1 0 20 0 10 10 0 1 0-20 0M9 15L15 9" />
);
export const Clock = (props: Props) => (
  <Sign {...props} d="M2 12a10 10 0 1 0 20 0 10 10 0 1 0-20 0M12 6v6l4 2" />
);
export const ClockAlert = (props: Props) => (
  <Sign {...props} d="M12 6v6l4 2M20 12v5M20 21h.01M21.25 8.2A10 10 0 1 0 16 21.16" />
);
export const CloudOff = (props: Props) => (
  <Sign
    {...props}
    d="M10.94 5.274A7 7 0 0 1 15.71 10h1.79a4.5 4.5 0 0 1 4.222 6.057M18.796 18.81A4.5 4.5 0 0 1 17.5 19H9A7 7 0 0 1 5.79 5.78M2 2l20 20"
  />
);
export const Copy = (props: Props) => (
  <Sign
    {...props}
    d="M10 8h10a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H10a2 2 0 0 1-2-2V10a2 2 0 0 1 2-2zM4 16c-1.1 0-2-.9-2-2V4c0-1.1.9-2 2-2h10c1.1 0 2 .9 2 2"
  />
);
export const Delete = (props: Props) => (
  <Sign
    {...props}
    d="M10 5a2 2 0 0 0-1.344.519l-6.328 5.74a1 1 0 0 0 0 1.481l6.328 5.741A2 2 0 0 0 10 19h10a2 2 0 0 0 2-2V7a2 2 0 0 0-2-2zM12 9l6 6M18 9l-6 6"
  />
);
export const ExternalLink = (props: Props) => (
  <Sign {...props} d="M15 3h6v6M10 14 21 3M18 13v6a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V8a2 2 0 0 1 2-2h6" />
);
export const Feather = (props: Props) => (
  <Sign
    {...props}
    d="M14.086 18.412A2 2 0 0112.67 19H5v-7.672a2 2 0 01.586-1.414L11.75 3.75a6 6 0 118.49 8.49zM16 8 2 22M17.488 15H9"
  />
);
export const FlaskConical = (props: Props) => (
  <Sign
    {...props}
    d="M14 2v6a2 2 0 0 0 .245.96l5.51 10.08A2 2 0 0 1 18 22H6a2 2 0 0 1-1.755-2.96l5.51-10.08A2 2 0 0 0 10 8V2M6.453 15h11.094M8.5 2h7"
  />
);
export const Globe = (props: Props) => (
  <Sign
    {...props}
    d="M2 12a10 10 0 1 0 20 0 10 10 0 1 0-20 0M12 2a14.5 14.5 0 0 0 0 20 14.5 14.5 0 0 0 0-20M2 12h20"
  />
);
export const Hourglass = (props: Props) => (
  <Sign
    {...props}
    d="M5 22h14M5 2h14M17 22v-4.172a2 2 0 0 0-.586-1.414L12 12l-4.414 4.414A2 2 0 0 0 7 17.828V22M7 2v4.172a2 2 0 0 0 .586 1.414L12 12l4.414-4.414A2 2 0 0 0 17 6.172V2"
  />
);
export const Info = (props: Props) => (
  <Sign {...props} d="M2 12a10 10 0 1 0 20 0 10 10 0 1 0-20 0M12 16v-4M12 8h.01" />
);
export const LifeBuoy = (props: Props) => (
  <Sign
    {...props}
    d="M2 12a10 10 0 1 0 20 0 10 10 0 1 0-20 0M4.93 4.93l4.24 4.24M14.83 9.17l4.24-4.24M14.83 14.83l4.24 4.24M9.17 14.83l-4.24 4.24M8 12a4 4 0 1 0 8 0 4 4 0 1 0-8 0"
  />
);
export const LoaderCircle = (props: Props) => <Sign {...props} d="M21 12a9 9 0 1 1-6.219-8.56" />;
export const OctagonAlert = (props: Props) => (
  <Sign
    {...props}
    d="M12 16h.01M12 8v4M15.312 2a2 2 0 0 1 1.414.586l4.688 4.688A2 2 0 0 1 22 8.688v6.624a2 2 0 0 1-.586 1.414l-4.688 4.688a2 2 0 0 1-1.414.586H8.688a2 2 0 0 1-1.414-.586l-4.688-4.688A2 2 0 0 1 2 15.312V8.688a2 2 0 0 1 .586-1.414l4.688-4.688A2 2 0 0 1 8.688 2z"
  />
);
export const PackageX = (props: Props) => (
  <Sign
    {...props}
    d="M12 22V12M16.5 14.5l5 5M16.5 19.5l5-5M21 10.5V8a2 2 0 0 0-1-1.73l-7-4a2 2 0 0 0-2 0l-7 4A2 2 0 0 0 3 8v8a2 2 0 0 0 1 1.729l7 4a2 2 0 0 0 2 .001l.13-.074M3.29 7 12 12l8.71-5M7.5 4.27l8.997 5.148"
  />
);
export const PenLine = (props: Props) => (
  <Sign
    {...props}
    d="M13 21h8M21.174 6.812a1 1 0 0 0-3.986-3.987L3.842 16.174a2 2 0 0 0-.5.83l-1.321 4.352a.5.5 0 0 0 .623.622l4.353-1.32a2 2 0 0 0 .83-.497z"
  />
);
export const Printer = (props: Props) => (
  <Sign
    {...props}
    d="M6 18H4a2 2 0 0 1-2-2v-5a2 2 0 0 1 2-2h16a2 2 0 0 1 2 2v5a2 2 0 0 1-2 2h-2M6 9V3a1 1 0 0 1 1-1h10a1 1 0 0 1 1 1v6M7 14h10a1 1 0 0 1 1 1v6a1 1 0 0 1-1 1H7a1 1 0 0 1-1-1V15a1 1 0 0 1 1-1z"
  />
);
export const QrCode = (props: Props) => (
  <Sign
    {...props}
    d="M4 3h3a1 1 0 0 1 1 1v3a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1zM17 3h3a1 1 0 0 1 1 1v3a1 1 0 0 1-1 1H17a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1zM4 16h3a1 1 0 0 1 1 1v3a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V17a1 1 0 0 1 1-1zM21 16h-3a2 2 0 0 0-2 2v3M21 21v.01M12 7v3a2 2 0 0 1-2 2H7M3 12h.01M12 3h.01M12 16v.01M16 12h1M21 12v.01M12 21v-1"
  />
);
export const SearchX = (props: Props) => (
  <Sign {...props} d="M13.5 8.5l-5 5M8.5 8.5l5 5M3 11a8 8 0 1 0 16 0 8 8 0 1 0-16 0M21 21l-4.3-4.3" />
);
export const Send = (props: Props) => (
  <Sign
    {...props}
    d="M14.536 21.686a.5.5 0 0 0 .937-.024l6.5-19a.496.496 0 0 0-.635-.635l-19 6.5a.5.5 0 0 0-.024.937l7.93 3.18a2 2 0 0 1 1.112 1.11zM21.854 2.147l-10.94 10.939"
  />
);
export const ShieldCheck = (props: Props) => (
  <Sign
    {...props}
    d="M20 13c0 5-3.5 7.5-7.66 8.95a1 1 0 0 1-.67-.01C7.5 20.5 4 18 4 13V6a1 1 0 0 1 1-1c2 0 4.5-1.2 6.24-2.72a1.17 1.17 0 0 1 1.52 0C14.51 3.81 17 5 19 5a1 1 0 0 1 1 1zM9 12l2 2 4-4"
  />
);
export const Smartphone = (props: Props) => (
  <Sign {...props} d="M7 2h10a2 2 0 0 1 2 2v16a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2zM12 18h.01" />
);
export const TriangleAlert = (props: Props) => (
  <Sign
    {...props}
    d="M21.73 18l-8-14a2 2 0 0 0-3.48 0l-8 14A2 2 0 0 0 4 21h16a2 2 0 0 0 1.73-3M12 9v4M12 17h.01"
  />
);
export const Undo2 = (props: Props) => (
  <Sign {...props} d="M9 14 4 9l5-5M4 9h10.5a5.5 5.5 0 0 1 5.5 5.5a5.5 5.5 0 0 1-5.5 5.5H11" />
);
export const Unlink = (props: Props) => (
  <Sign
    {...props}
    d="M18.84 12.25l1.72-1.71h-.02a5.004 5.004 0 0 0-.12-7.07 5.006 5.006 0 0 0-6.95 0l-1.72 1.71M5.17 11.75l-1.71 1.71a5.004 5.004 0 0 0 .12 7.07 5.006 5.006 0 0 0 6.95 0l1.71-1.71M8 2L8 5M2 8L5 8M16 19L16 22M19 16L22 16"
  />
);
export const Wallet = (props: Props) => (
  <Sign
    {...props}
    d="M19 7V4a1 1 0 0 0-1-1H5a2 2 0 0 0 0 4h15a1 1 0 0 1 1 1v4h-3a2 2 0 0 0 0 4h3a1 1 0 0 0 1-1v-2a1 1 0 0 0-1-1M3 5v14a2 2 0 0 0 2 2h15a1 1 0 0 0 1-1v-4"
  />
);
export const WifiOff = (props: Props) => (
  <Sign
    {...props}
    d="M12 20h.01M8.5 16.429a5 5 0 0 1 7 0M5 12.859a10 10 0 0 1 5.17-2.69M19 12.859a10 10 0 0 0-2.007-1.523M2 8.82a15 15 0 0 1 4.177-2.643M22 8.82a15 15 0 0 0-11.288-3.764M2 2l20 20"
  />
);
export const X = (props: Props) => <Sign {...props} d="M18 6 6 18M6 6l12 12" />;
