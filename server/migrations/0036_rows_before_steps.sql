CREATE TABLE "execution_rows_before" (
	"execution_id" uuid NOT NULL,
	"index" integer NOT NULL,
	"row_count" integer NOT NULL,
	"body" "bytea" NOT NULL,
	CONSTRAINT "execution_rows_before_execution_id_index_pk" PRIMARY KEY("execution_id","index")
);
--> statement-breakpoint
ALTER TABLE "executions" ADD COLUMN "keeps_rows_before" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "executions" ADD COLUMN "rows_before" jsonb;--> statement-breakpoint
ALTER TABLE "execution_rows_before" ADD CONSTRAINT "execution_rows_before_execution_id_executions_id_fk" FOREIGN KEY ("execution_id") REFERENCES "public"."executions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "executions_rows_before_idx" ON "executions" USING btree ("executed_at") WHERE "executions"."rows_before" is not null;